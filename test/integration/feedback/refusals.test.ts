import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
let number = 0;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
});
afterAll(() => feedbackApp.close());

/** Sends a mail that the server will refuse; returns the team's view of it after the failure. */
async function refuse(reply: string, where: 'recipient' | 'message' | 'sender', input: { cc?: string[] } = {}) {
  const { api, inbox, list } = feedbackApp;
  const to = `refused${++number}@people.test`;
  const from = `${where}${number}@shop.test`;
  await subscribe(api, list, [{ email: to }]);
  if (where === 'recipient') for (const email of [to, ...(input.cc ?? [])]) inbox.server.recipients.set(email, reply);
  if (where === 'sender') inbox.server.senders.push(reply);
  if (where === 'message') inbox.server.replies.push(reply as '550 no');
  const { body } = await api.rest('POST', '/transactional-mails', { template: 'T', from, to: [to], ...input });
  const mail = await until(async () => {
    const { data } = (await api.rest('GET', `/transactional-mails/${body.data.id}`)).body;
    return data.status !== 'pending' && data;
  });
  const look = async () => {
    const suppressed = (await api.rest('GET', `/suppressions?email=${to}`)).body.data;
    const timeline = (await api.rest('GET', `/transactional-mails/${body.data.id}/timeline`)).body.data;
    return {
      mail: mail.status,
      subscriber: (await readSubscriber(api, list, to)).status,
      suppressed: suppressed[0]?.reason ?? null,
      timeline: timeline.map(({ type }: { type: string }) => type),
    };
  };
  return { to, id: body.data.id as string, reason: mail.failure_reason as string, look };
}

/** Waits for the effects of a hard bounce, which happen after the mail has its result. */
const bounced = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 180_000 }).toEqual(BOUNCED);

/** Waits until a counted refusal, sent after all others, has been recorded. */
const settled = async () => {
  const { look } = await refuse('550 5.1.1 No such user here', 'recipient');
  await bounced(look);
};

const BOUNCED = {
  ...{ mail: 'failed', subscriber: 'bounced', suppressed: 'hard_bounce' },
  timeline: ['queued', 'failed', 'bounced'],
};
const FAILED = { mail: 'failed', subscriber: 'subscribed', suppressed: null, timeline: ['queued', 'failed'] };

describe('an unknown address bounces at the handover of the mail', () => {
  test.each([
    '550 5.1.1 No such user here',
    '550 5.1.2 Host or domain name not found',
    '501 5.1.3 Bad recipient address syntax',
    '551 5.1.6 The recipient has moved',
    '556 5.1.10 The domain accepts no mail',
    '550 No such user here',
    '550 5.7.1 User unknown',
  ])('to the recipient: %s', async (reply) => {
    const { look, reason } = await refuse(reply, 'recipient');
    await bounced(look);
    expect(reason).toBe(reply);
  });

  test('to the whole message', async () => {
    await bounced((await refuse('550 5.1.1 No such user here', 'message')).look);
  });

  test('and GraphQL gives the reason, in the server’s words', async () => {
    const { id, look } = await refuse('550 5.1.1 No such user here', 'recipient');
    await bounced(look);
    const { transactionalMail } = await ask(
      feedbackApp.api,
      `{ transactionalMail(id: "${id}") { status timeline { type ... on MessageOutcome { reason } } } }`,
    );
    expect(transactionalMail.status).toBe('FAILED');
    expect(transactionalMail.timeline).toContainEqual({ type: 'BOUNCED', reason: '550 5.1.1 No such user here' });
  });

  test('and the next mail is not attempted, and a later bounce message changes nothing', async () => {
    const { to, id, look } = await refuse('550 5.1.1 No such user here', 'recipient');
    await bounced(look);
    feedbackApp.inbox.server.recipients.delete(to);
    const next = { template: 'T', from: 'shop@shop.test', to: [to] };
    const { body } = await feedbackApp.api.rest('POST', '/transactional-mails', next);
    const read = async () => (await feedbackApp.api.rest('GET', `/transactional-mails/${body.data.id}`)).body.data;
    await expect
      .poll(async () => (await read()).failure_reason, { timeout: 180_000 })
      .toBe('The recipient is suppressed.');
    const { installation, teamId, db } = feedbackApp.api;
    const count = await db.feedback.count();
    const address = installation.returnPaths!.address({ teamId, id });
    const status = `Final-Recipient: rfc822; ${to}\nAction: failed\nStatus: 5.1.1\n`;
    const report = `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.test\n\n${status}`;
    expect(await feedbackApp.sendToListener(address, report)).toBe(250);
    expect(await db.feedback.count()).toBe(count);
  });
});

test('only the recipients named by the server bounce, and the others get the mail', async () => {
  const { api, list, inbox } = feedbackApp;
  const [gone, full, fine] = ['gone', 'full', 'fine'].map((name) => `${name}@several.test`) as [string, string, string];
  await subscribe(api, list, [{ email: gone }, { email: full }, { email: fine }]);
  inbox.server.recipients.set(gone, '550 5.1.1 No such user here');
  inbox.server.recipients.set(full, '552 5.2.2 The mailbox is full');
  const to = [gone, full, fine];
  const { body } = await api.rest('POST', '/transactional-mails', { template: 'T', from: 'shop@shop.test', to });
  await expect.poll(async () => (await readSubscriber(api, list, gone)).status, { timeout: 180_000 }).toBe('bounced');
  expect((await readSubscriber(api, list, full)).status).toBe('subscribed');
  expect((await readSubscriber(api, list, fine)).status).toBe('subscribed');
  const mail = (await api.rest('GET', `/transactional-mails/${body.data.id}`)).body.data;
  expect(mail).toMatchObject({ status: 'sent', failure_reason: expect.stringContaining(`${gone}: 550 5.1.1`) });
  expect((await api.rest('GET', `/suppressions?email=${full}`)).body.data).toEqual([]);
});

test('all of several bounce if the server names each of them', async () => {
  const { api, list } = feedbackApp;
  const second = `second${number}@several.test`;
  await subscribe(api, list, [{ email: second }]);
  const { look } = await refuse('550 5.1.1 No such user here', 'recipient', { cc: [second] });
  const timeline = ['queued', 'failed', 'bounced', 'bounced'];
  await expect.poll(look, { timeout: 180_000 }).toEqual({ ...BOUNCED, timeline });
  expect((await readSubscriber(api, list, second)).status).toBe('bounced');
});

describe('no address bounces for', () => {
  test.each([
    '550 No',
    '550 5.2.1 The account is disabled',
    '550 5.1.1 The mailbox is full',
    '550 5.0.0 Something is wrong',
    '550 5.1.0 Address rejected',
    '553 5.1.8 The domain of the sender does not exist',
    '552 5.2.2 The mailbox is full',
    '550 5.7.1 Message rejected as spam',
    '554 5.7.1 Relay access denied',
    '550 5.7.26 This mail is unauthenticated',
    '550 Blocked, see https://x.test/5.1.1',
    '550 5.1.11 Unknown',
    '554 5.4.4 Unable to route',
  ])('%s', async (reply) => {
    const looks = [(await refuse(reply, 'recipient')).look, (await refuse(reply, 'message')).look];
    await settled();
    for (const look of looks) expect(await look()).toEqual(FAILED);
  });

  test('a refusal of the sender', async () => {
    const { look, reason } = await refuse('553 5.1.3 Bad sender address syntax', 'sender');
    await settled();
    expect(await look()).toEqual(FAILED);
    expect(reason).toBe('The sender was refused: 553 5.1.3 Bad sender address syntax');
  });

  test('a mail to several, because the refused one is unknown', async () => {
    const { look } = await refuse('550 5.1.1 No such user here', 'message', { cc: ['second@people.test'] });
    await settled();
    expect(await look()).toEqual(FAILED);
  });
});

test('a confirmation request bounces too, and is not sent again', async () => {
  const { api, inbox } = feedbackApp;
  const list = { name: 'Careful', from_email: 'a@shop.test', requires_confirmation: true };
  const { id } = (await api.rest('POST', '/lists', list)).body.data;
  inbox.server.recipients.set('typo@people.test', '550 5.1.1 No such user here');
  await subscribe(api, id, [{ email: 'typo@people.test' }]);
  await expect
    .poll(async () => (await readSubscriber(api, id, 'typo@people.test')).status, { timeout: 180_000 })
    .toBe('bounced');
});

test('a campaign message does too, and the next campaign skips the person', async () => {
  const { api, inbox } = feedbackApp;
  const jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'left@people.test' }, { email: 'here@people.test' }]);
  inbox.server.recipients.set('left@people.test', '550 5.1.1 No such user here');
  const first = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${first}/send`);
  expect(await untilEnded(api, first)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 1 });
  await expect
    .poll(async () => (await readSubscriber(api, list, 'left@people.test')).status, { timeout: 180_000 })
    .toBe('bounced');
  const second = await makeCampaign(api, list, { name: 'Next' });
  await api.rest('POST', `/campaigns/${second}/send`);
  expect(await untilEnded(api, second)).toMatchObject({ status: 'sent', recipients_count: 1, sent_count: 1 });
  await jobs.stop();
});
