import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { openReporter } from '../../support/generic-feedback.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import type { Reply } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

const TEST = {
  variants: [
    { name: 'A', subject: 'One' },
    { name: 'B', subject: 'Two' },
  ],
  sample_percent: 100,
  decide_after: 'PT4H',
  by: 'opens',
};

let api: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());
beforeEach(async () => {
  inbox = await openInbox(api.installation);
});
afterEach(() => inbox.stop());

/**
 * Sends a campaign whose messages all reach the mail server, which will reply so, but waits. Returns the campaign and a
 * function that lets the server reply.
 */
async function sendWithoutAnswers(replies: Reply[], input: object = {}) {
  inbox.server.replies.push(...replies);
  const answer = inbox.server.holdAnswers(() => true);
  const list = await makeList(api);
  await subscribe(
    api,
    list,
    replies.map((_, n) => ({ email: `p@n${n}.${list}.test` })),
  );
  const id = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(() => inbox.server.unanswered === replies.length);
  return { id, answer };
}

const idsOf = async (campaignId: string): Promise<string[]> =>
  (await api.db.message.findMany({ where: { campaignId }, orderBy: { id: 'asc' } })).map(({ id }) => id);

const countsOf = async (id: string) => {
  const { recipients_count, sent_count, failed_count, unknown_count, withheld_count } = await readCampaign(api, id);
  return { recipients_count, sent_count, failed_count, unknown_count, withheld_count };
};

/**
 * Takes the messages from their worker, which still waits for answers, as if it had been silent for too long. It may renew
 * its leases meanwhile, so this repeats until they are unknown.
 */
const loseWorker = (campaign: string, ids: readonly string[]) =>
  until(async () => {
    const leaseUntil = new Date(Date.now() - 3_600_000);
    await api.db.message.updateMany({ where: { id: { in: [...ids] }, state: 'sending' }, data: { leaseUntil } });
    return (await countsOf(campaign)).unknown_count === ids.length;
  });

const reportOf = async (id: string) => (await api.rest('GET', `/campaigns/${id}/report`)).body.data;

/** The counts and the report stay the same when they are counted again from the messages. */
async function expectRecountAgrees(id: string): Promise<void> {
  const before = [await countsOf(id), await reportOf(id)];
  await recountCampaign(createScope(api.db, { id: api.teamId }, WORKER), id);
  expect([await countsOf(id), await reportOf(id)]).toEqual(before);
}

test('unknown messages count as sent once the answer of the mail server arrives, also in the report of each variant', async () => {
  const { id, answer } = await sendWithoutAnswers(['accept', 'accept', 'accept', 'accept'], { test: TEST });
  await loseWorker(id, await idsOf(id));
  expect(await reportOf(id)).toMatchObject({ unknown: 4, sent: 0, variants: [{ recipients: 2 }, { recipients: 2 }] });
  await expectRecountAgrees(id);
  answer();
  await until(async () => (await countsOf(id)).sent_count === 4);
  expect(await untilEnded(api, id)).toMatchObject({
    status: 'sent',
    recipients_count: 4,
    sent_count: 4,
    unknown_count: 0,
  });
  const variant = { recipients: 2, sent: 2 };
  expect(await reportOf(id)).toMatchObject({ sent: 4, unknown: 0, variants: [variant, variant] });
  expect(inbox.server.received).toHaveLength(4);
  await expectRecountAgrees(id);
});

test('each late answer moves its message from unknown to sent, failed or a retry, and the counts add up', async () => {
  const { id, answer } = await sendWithoutAnswers(['accept', 'accept', '550 no', '451 later', 'accept']);
  const ids = await idsOf(id);
  await loseWorker(id, ids.slice(1)); // one is still in progress, so that the campaign is not over
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', sent_count: 0 });
  answer();
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent' });
  expect(await countsOf(id)).toEqual({
    ...{ recipients_count: 5, sent_count: 4, failed_count: 1, unknown_count: 0, withheld_count: 0 },
  });
  expect(inbox.server.received).toHaveLength(6);
  expect((await api.rest('GET', `/campaigns/${id}/recipients?state=unknown`)).body.meta.total).toBe(0);
  await expectRecountAgrees(id);
});

test('an unknown message whose connection then breaks stays unknown and counts once', async () => {
  const { id, answer } = await sendWithoutAnswers(['hang up', 'hang up']);
  await loseWorker(id, (await idsOf(id)).slice(1));
  answer();
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', sent_count: 0, unknown_count: 2 });
  await expectRecountAgrees(id);
});

test('a message of a finished campaign stays unknown when a late answer refuses it', async () => {
  const { id, answer } = await sendWithoutAnswers(['accept', '550 no']);
  await loseWorker(id, await idsOf(id));
  expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', unknown_count: 2 });
  answer();
  await until(async () => (await countsOf(id)).sent_count === 1);
  await inbox.stop(); // records both answers
  inbox = await openInbox(api.installation);
  expect(await countsOf(id)).toMatchObject({ recipients_count: 2, sent_count: 1, failed_count: 0, unknown_count: 1 });
  await expectRecountAgrees(id);
});

test('a bounce of an unknown message is reported, and the message counts as sent once the answer arrives', async () => {
  const report = await openReporter(api);
  const { id, answer } = await sendWithoutAnswers(['accept', 'accept']);
  const ids = await idsOf(id);
  await loseWorker(id, ids);
  const { data } = (await api.rest('GET', `/campaigns/${id}/recipients`)).body;
  const [bounced] = data as [{ id: string; email: string }];
  await report('bounce', { id: bounced.id, to: bounced.email } as never);
  await until(async () => (await reportOf(id)).bounces.hard === 1);
  expect(await countsOf(id)).toMatchObject({ sent_count: 0, unknown_count: 2 });
  answer();
  await until(async () => (await countsOf(id)).sent_count === 2);
  expect(await countsOf(id)).toMatchObject({ recipients_count: 2, failed_count: 0, unknown_count: 0 });
  expect(await reportOf(id)).toMatchObject({ sent: 2, delivered: 1, unknown: 0, bounces: { hard: 1 } });
  await expectRecountAgrees(id);
});
