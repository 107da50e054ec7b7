import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDelivery } from '../../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../../src/delivery/transports/smtp.ts';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { type MisbehavingMailServer, startMisbehavingMailServer } from '../../support/misbehaving-mail-server.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let server: MisbehavingMailServer;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());
beforeEach(async () => {
  server = await startMisbehavingMailServer();
});
afterEach(() => server.close());

const PEOPLE = 6;

function deliver() {
  const transport = createSmtp(readMailUrl(`${server.url}?pool=2`));
  const config = { mailRetrySeconds: [0, 0, 0], bulkRetrySeconds: [0, 0, 0], privateTransports: true };
  const delivery = startDelivery({ ...api.installation, config, transport });
  return async () => {
    await delivery.stop();
    await transport.close();
  };
}

async function sendCampaign(input: object = {}): Promise<string> {
  const list = await makeList(api);
  await subscribeMany(
    api,
    list,
    Array.from({ length: PEOPLE }, (_, n) => ({ email: `p${n}@x.test` })),
  );
  const campaign = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${campaign}/send`);
  await until(async () => (await readCampaign(api, campaign)).recipients_count === PEOPLE);
  return campaign;
}

const sendMail = async (): Promise<string> =>
  (await api.rest('POST', '/transactional-mails', { template: 'Issue', from: 'shop@shop.test', to: ['ann@y.test'] }))
    .body.data.id;

const messages = (campaign: string) =>
  statement(
    api.databaseUrl,
    `select state::text, count(*)::int as count, max(failures) as failures from messages where campaign_id = '${campaign}' group by 1 order by 1`,
  );
const held = () =>
  statement(api.databaseUrl, `select count(*)::int as held from messages where state in ('claimed', 'sending')`);

test('a server that receives a campaign without answering leaves these messages unknown, and none in progress', async () => {
  const campaign = await sendCampaign();
  server.silentAfter = 'the message';
  const stop = deliver();
  await until(() => server.received.filter((step) => step === 'the message').length >= 1);
  await stop();
  const asked = server.received.filter((step) => step === 'the message').length;
  expect(await messages(campaign)).toEqual([
    { state: 'queued', count: PEOPLE - asked, failures: 0 },
    { state: 'unknown', count: asked, failures: 0 },
  ]);
  expect((await readCampaign(api, campaign)).unknown_count).toBe(asked);
  expect(await held()).toEqual([{ held: 0 }]);
  server.silentAfter = undefined;
  const stopAgain = deliver();
  expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: PEOPLE - asked, unknown_count: asked });
  await stopAgain();
});

test('a mail that may have arrived is sent once more, without waiting for the lease of the process that stopped', async () => {
  const mail = await sendMail();
  server.silentAfter = 'the message';
  const stop = deliver();
  await until(() => server.received.includes('the message'));
  await stop();
  expect(
    await statement(api.databaseUrl, `select state::text, undecided from messages where mail_id = '${mail}'`),
  ).toEqual([{ state: 'deferred', undecided: 1 }]);
  server.silentAfter = undefined;
  const stopAgain = deliver();
  await until(async () => (await api.rest('GET', `/transactional-mails/${mail}`)).body.data.status === 'sent');
  await stopAgain();
  const { data } = (await api.rest('GET', `/transactional-mails/${mail}/timeline`)).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['queued', 'undecided', 'sent']);
});

test.each(['EHLO', 'MAIL', 'RCPT', 'DATA'] as const)(
  'messages that a server did not receive whole, because it is silent after %s, return to the queue as untried',
  async (step) => {
    const campaign = await sendCampaign();
    server.silentAfter = step;
    const stop = deliver();
    await until(() => server.received.includes(step));
    await stop();
    expect(await messages(campaign)).toEqual([{ state: 'queued', count: PEOPLE, failures: 0 }]);
    server.silentAfter = undefined;
    const stopAgain = deliver();
    expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: PEOPLE, unknown_count: 0 });
    expect(server.accepted).toBe(PEOPLE);
    await stopAgain();
  },
);

test('a message that counted as unknown becomes a retry when its process stops before the server had received it', async () => {
  const campaign = await sendCampaign();
  server.silentAfter = 'RCPT';
  const stop = deliver();
  const { teamId } = api;
  await until(async () => {
    // The process renews its leases meanwhile.
    await api.db.message.updateMany({ where: { teamId, state: 'sending' }, data: { leaseUntil: new Date(0) } });
    return (await readCampaign(api, campaign)).unknown_count > 0;
  });
  await stop();
  const states = (await messages(campaign)).map(({ state }) => state);
  expect(states).toEqual(['deferred', 'queued']);
  expect((await readCampaign(api, campaign)).unknown_count).toBe(0);
  server.silentAfter = undefined;
  const stopAgain = deliver();
  expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: PEOPLE, unknown_count: 0 });
  await stopAgain();
});

test('an answer that comes while the process stops is recorded', async () => {
  const campaign = await sendCampaign();
  server.silentAfter = 'the message';
  const stop = deliver();
  await until(() => server.received.includes('the message'));
  const stopped = stop();
  server.silentAfter = undefined;
  server.answerNow();
  await stopped;
  expect(await held()).toEqual([{ held: 0 }]);
  expect((await readCampaign(api, campaign)).unknown_count).toBe(0);
  const stopAgain = deliver();
  expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: PEOPLE, unknown_count: 0 });
  expect(server.accepted).toBe(PEOPLE);
  await stopAgain();
});

test('a process that stops while a migration has the tables records its messages as soon as they are free', async () => {
  const campaign = await sendCampaign();
  const migration = new pg.Client(api.databaseUrl);
  const watcher = new pg.Client(api.databaseUrl);
  await Promise.all([migration.connect(), watcher.connect()]);
  server.silentAfter = 'the message';
  const stop = deliver();
  await until(() => server.received.includes('the message'));
  await migration.query('begin; lock table messages in access exclusive mode');
  const stopped = stop();
  server.silentAfter = undefined;
  server.answerNow();
  await until(async () => (await lockWaits(watcher, 'messages')) > 0);
  await migration.query('commit');
  await stopped;
  await Promise.all([migration.end(), watcher.end()]);
  expect(await held()).toEqual([{ held: 0 }]);
  const stopAgain = deliver();
  expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: PEOPLE, unknown_count: 0 });
  await stopAgain();
});
