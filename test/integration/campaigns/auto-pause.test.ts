import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordFeedback } from '../../../src/domain/sending/record-feedback.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 400;
const GONE = '550 5.1.1 no such user';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

/** Drafts a campaign to many people, of whom some have a nonexistent address. */
async function draftTo(count: number, prefix: string, isGone: (index: number) => boolean): Promise<string> {
  const list = await makeList(api);
  const people = Array.from({ length: count }, (_, index) => ({ email: `p${index}@${prefix}.test` }));
  await subscribeMany(api, list, people);
  for (const [index, { email }] of people.entries()) {
    if (isGone(index)) inbox.server.recipients.set(email, GONE);
  }
  return makeCampaign(api, list);
}

/** With a nonexistent address at a fixed interval. */
const draft = (prefix: string, each: number, count = PEOPLE) => draftTo(count, prefix, (index) => index % each === 0);

/** The mail server accepts this many messages, and answers further ones once the returned function is called. */
function acceptOnly(count: number): () => void {
  const last = inbox.server.received.length + count;
  return inbox.server.holdAnswers(() => inbox.server.received.length > last);
}

const send = (id: string) => api.rest('POST', `/campaigns/${id}/send`);
const settled = ({ sent_count, failed_count }: { sent_count: number; failed_count: number }) =>
  sent_count + failed_count;

test('too many hard bounces pause a campaign soon after its 200th message, with the reason; after resuming, the count restarts', async () => {
  const id = await draft('many', 8, 600);
  await send(id);
  await until(async () => (await readCampaign(api, id)).status === 'paused');
  const paused = await readCampaign(api, id);
  expect(paused.pause_reason).toMatch(/^\d+ of \d+ messages bounced hard, more than 5 percent\.$/);
  const { data } = (await api.graphql(`{ campaign(id: "${id}") { pauseCode failureCode } }`)).body;
  expect(data.campaign).toEqual({ pauseCode: 'HARD_BOUNCES', failureCode: null });
  // Messages already in transmission still leave, and their bounces are recorded a moment later.
  await until(async () => {
    const { failedCount, brakeHardBounces } = await api.db.campaign.findFirstOrThrow({ where: { id } });
    const ended = await api.db.message.count({ where: { campaignId: id, state: { in: ['sent', 'failed'] } } });
    const isSending = (await api.db.message.count({ where: { campaignId: id, state: 'sending' } })) > 0;
    return !isSending && settled(await readCampaign(api, id)) === ended && brakeHardBounces === failedCount;
  });
  const stopped = await readCampaign(api, id);
  expect(settled(stopped)).toBeGreaterThanOrEqual(200);
  // Outcomes are counted several times a second, while further messages leave.
  expect(settled(stopped)).toBeLessThanOrEqual(400);
  inbox.server.recipients.clear();
  expect((await api.rest('POST', `/campaigns/${id}/resume`)).body.data).toMatchObject({
    ...{ status: 'sending', pause_reason: null },
  });
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent' });
});

test('the 200th message decides', async () => {
  const id = await draftTo(201, 'sent', (index) => index < 11);
  const release = acceptOnly(189);
  await send(id);
  await until(async () => (await readCampaign(api, id)).status === 'paused');
  const pause_reason = '11 of 200 messages bounced hard, more than 5 percent.';
  expect(await readCampaign(api, id)).toMatchObject({ sent_count: 189, failed_count: 11, pause_reason });
  release();
  await api.rest('POST', `/campaigns/${id}/cancel`);
});

test('the 200th message decides, even if it is refused for another reason', async () => {
  const id = await draftTo(200, 'refused', (index) => index < 11);
  inbox.server.replies.push(...Array<'accept'>(188).fill('accept'), '550 5.7.1 not wanted');
  const release = acceptOnly(188);
  await send(id);
  await until(async () => settled(await readCampaign(api, id)) === 199);
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', pause_reason: null });
  release();
  await until(async () => settled(await readCampaign(api, id)) === 200);
  const pause_reason = '11 of 200 messages bounced hard, more than 5 percent.';
  expect(await readCampaign(api, id)).toMatchObject({ status: 'paused', failed_count: 12, pause_reason });
});

test('exactly the permitted share of hard bounces or complaints pauses nothing', async () => {
  expect((await api.rest('PATCH', '/team', { brake: { hard_bounces: 5, complaints: 1 } })).status).toBe(200);
  const id = await draftTo(201, 'exact', (index) => index < 10);
  const release = acceptOnly(190);
  await send(id);
  await until(async () => settled(await readCampaign(api, id)) === 200);
  const { data } = (await api.rest('GET', `/campaigns/${id}/recipients?state=sent`)).body;
  const complain = ({ id: messageId, email }: { id: string; email: string }) =>
    recordFeedback(api.installation.connection.db, [
      { kind: 'complaint', teamId: api.teamId, messageId, named: [email] },
    ]);
  await complain(data[0]);
  await complain(data[1]);
  const read = await readCampaign(api, id);
  expect(read).toMatchObject({ status: 'sending', sent_count: 190, failed_count: 10, pause_reason: null });
  await complain(data[2]);
  const pause_reason = '3 of 200 messages brought complaints, more than 1 percent.';
  expect(await readCampaign(api, id)).toMatchObject({ status: 'paused', pause_reason });
  release();
  await api.rest('POST', `/campaigns/${id}/cancel`);
  await api.rest('PATCH', '/team', { brake: null });
});

test('a cancelled campaign stays cancelled, although its last messages exceed the limit', async () => {
  await api.rest('PATCH', '/team', { brake: { hard_bounces: null } });
  // Fewer are held than there are connections, so that all refused ones are tried.
  const id = await draftTo(234, 'over', (index) => index < 30);
  const release = acceptOnly(200);
  await send(id);
  await until(async () => settled(await readCampaign(api, id)) === 230);
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', failed_count: 30 });
  await api.rest('POST', `/campaigns/${id}/cancel`);
  await api.rest('PATCH', '/team', { brake: null });
  release();
  const over = { recipients_count: 234, failed_count: 30 };
  await until(async () => {
    const { sent_count, withheld_count } = await readCampaign(api, id);
    return sent_count > 200 && sent_count + withheld_count === 204;
  });
  expect(await readCampaign(api, id)).toMatchObject({ status: 'cancelled', pause_reason: null, ...over });
});

test('few hard bounces pause nothing, and neither do many with auto-pause off', async () => {
  // Even if all are among the first 200 messages, they are no more than 5 percent.
  const few = await draft('few', 40);
  await send(few);
  expect(await untilEnded(api, few)).toMatchObject({ status: 'sent', failed_count: 10 });
  const off = { hard_bounces: null, complaints: 0.3 };
  expect((await api.rest('PATCH', '/team', { brake: { hard_bounces: null } })).body.data.brake).toEqual(off);
  const many = await draft('off', 10);
  await send(many);
  expect(await untilEnded(api, many)).toMatchObject({ status: 'sent', failed_count: 40, pause_reason: null });
  const usual = { hard_bounces: 5, complaints: 0.3 };
  expect((await api.rest('PATCH', '/team', { brake: null })).body.data.brake).toEqual(usual);
});

test('two confirmed complaints pause it, but one does not, nor any number of unconfirmed ones', async () => {
  const id = await draft('loud', 1_000);
  const before = inbox.server.received.length;
  const release = inbox.server.holdAnswers(() => inbox.server.received.length >= before + 250);
  await send(id);
  await until(() => inbox.server.unanswered > 0);
  await until(async () => settled(await readCampaign(api, id)) >= 200);
  const { data } = (await api.rest('GET', `/campaigns/${id}/recipients?state=sent`)).body;
  const reports = data.slice(0, 2).map(({ id: messageId, email }: { id: string; email: string }) => ({
    ...{ kind: 'complaint' as const, teamId: api.teamId, messageId, named: [email] },
  }));
  const { db } = api.installation.connection;
  const [first, second] = reports;
  const unconfirmed = data.slice(2, 12).map(({ id: messageId, email }: { id: string; email: string }) => ({
    ...{ kind: 'complaint' as const, teamId: api.teamId, messageId, named: [email], isUnconfirmed: true },
  }));
  await recordFeedback(db, unconfirmed);
  await recordFeedback(db, [first]);
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', pause_reason: null });
  await recordFeedback(db, [second]);
  expect(await readCampaign(api, id)).toMatchObject({
    status: 'paused',
    pause_reason: expect.stringMatching(/^2 of \d+ messages brought complaints, more than 0\.3 percent\.$/),
  });
  release();
  await api.rest('POST', `/campaigns/${id}/cancel`);
});

test.each([
  [{ brake: { hard_bounces: 101 } }, 'brake.hard_bounces'],
  [{ brake: { complaints: -1 } }, 'brake.complaints'],
  [{ brake: { complaints: 'few' } }, 'brake.complaints'],
  [{ brake: { speed: 1 } }, 'brake.speed'],
  [{ frequency: { messages: 0, days: 7 } }, 'frequency.messages'],
  [{ frequency: { messages: 2 } }, 'frequency.days'],
  [{ frequency: { messages: 2, days: 366 } }, 'frequency.days'],
  [{ frequency: 3 }, 'frequency'],
])('%j is refused by field', async (input, field) => {
  const answer = await api.rest('PATCH', '/team', input);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});
