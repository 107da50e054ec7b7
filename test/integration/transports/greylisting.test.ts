import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimBulk } from '../../../src/domain/ledger/claim-messages.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { openInbox } from '../../support/inbox.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

const GREY_MS = 1_000;
const PEOPLE = 60;

let api: TestApp;
let server: MailServer;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  server = await startMailServer();
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});

/** Puts everybody off until a while after it first saw them; gives how often each was tried. */
function greylist(): Map<string, number> {
  const first = new Map<string, number>();
  const tries = new Map<string, number>();
  server.recipients.get = (address) => {
    tries.set(address, (tries.get(address) ?? 0) + 1);
    const since = first.get(address) ?? Date.now();
    first.set(address, since);
    return Date.now() - since < GREY_MS ? '450 4.2.0 Greylisted, come back later' : undefined;
  };
  return tries;
}

test('a greylisting domain does not count as failing, and all messages arrive at the second attempt', async () => {
  const tries = greylist();
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(PEOPLE));
  const id = await makeCampaign(api, list);
  const inbox = await openInbox(api.installation, [2, 2, 2, 2], server);
  await api.rest('POST', `/campaigns/${id}/send`);
  expect(await untilEnded(api, id)).toMatchObject({ sent_count: PEOPLE, failed_count: 0 });
  expect([...tries.values()]).toEqual(Array(PEOPLE).fill(2));
  expect((await api.rest('GET', '/sending-pauses')).body.meta.total).toBe(0);
  expect((await api.rest('GET', '/refusals')).body.data).toEqual([]);
  await inbox.stop();
});

test('a domain that also defers second attempts counts as failing and is paused', async () => {
  server = await startMailServer();
  server.recipients.get = () => '451 4.3.0 Try again later';
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(8, 'never'));
  const id = await makeCampaign(api, list);
  const inbox = await openInbox(api.installation, [0, 600, 600], server);
  await api.rest('POST', `/campaigns/${id}/send`);
  const { data } = await until(async () => {
    const { body } = await api.rest('GET', '/sending-pauses');
    return body.data.length === 1 && body;
  });
  expect(data).toMatchObject([{ domain: 'people.test', reason: '451 4.3.0 Try again later' }]);
  await api.rest('POST', `/campaigns/${id}/cancel`);
  await inbox.stop();
});

test('deferred recipients are sent before new recipients', async () => {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(9, 'order'));
  const id = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await readCampaign(api, id)).recipients_count === 9);
  const late = (await api.db.message.findMany({ where: { campaignId: id }, take: 3, orderBy: { id: 'desc' } })).map(
    (message) => message.id,
  );
  await api.db.message.updateMany({
    where: { id: { in: late } },
    data: { state: 'deferred', failures: 1, dueAt: new Date() },
  });
  const claim = (limit: number) => claimBulk(api.installation.connection.db, { limit, leaseSeconds: 60, holder: 1 });
  expect((await claim(3)).map((one) => one.id).toSorted()).toEqual(late.toSorted());
  expect((await claim(100)).filter(({ campaignId }) => campaignId === id)).toHaveLength(6);
});
