import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import {
  BROWSER,
  fetchAs,
  type ReceivedMessage,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let messages: ReceivedMessage[];
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation, []);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  const list = await makeList(api);
  const emails = Array.from({ length: 40 }, (_, index) => `p${index}@people.test`);
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  ({ messages } = await sendCampaignTo(api, inbox, list, emails));
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

/** Opens messages in turn, the next when the one before is recorded. */
async function openOneByOne(times: number) {
  for (let index = 0; index < times; index++) await fetchAs(api, messages[index % messages.length]!.pixel, BROWSER);
}

/** Opens messages, all of them at the same time. */
const openTogether = async (times: number) => {
  for (let round = 0; round < times / messages.length; round++)
    await Promise.all(messages.map(({ pixel }) => fetchAs(api, pixel, BROWSER)));
};

/** The number of reactions read by whole-table scans so far, after all connections have reported. */
async function readWholly(): Promise<number> {
  const { pool } = api.installation.connection;
  const flush = () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.05)');
  await Promise.all(Array.from({ length: pool.options.max }, flush));
  const [row] = await statement(
    api.databaseUrl,
    "select seq_tup_read::int as read from pg_stat_user_tables where relname = 'reactions'",
  );
  return row!.read as number;
}

// A cluster's reactions are on its machines.
test.skipIf(process.env.CITUS_URL)(
  'recording an open does not read the whole table after an ANALYZE of it empty',
  async () => {
    await statement(api.databaseUrl, 'vacuum analyze reactions');
    await openOneByOne(20);
    await openTogether(2_400);
    const [row] = await statement(api.databaseUrl, 'select count(*)::int as opens from reactions');
    expect(row!.opens).toBe(2_420);
    expect(await readWholly()).toBeLessThan(2_420 * 40);
  },
);
