import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 1_500;
/** Queueing, claiming, loading, locking, starting and settling read a message a few times each. */
const MOST_READS = 40;

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

/** How often rows of messages were read and changed. A connection reports this some time after its statement. */
async function readActivity() {
  const [row] = await statement(
    api.databaseUrl,
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as reads, n_tup_upd::int as changes
     from pg_stat_user_tables where relname = 'messages'`,
  );
  return row as { reads: number; changes: number };
}

// A cluster's messages are on its machines.
test.skipIf(process.env.CITUS_URL)(
  'a campaign reads each message a few times, even before the database has statistics about messages',
  async () => {
    await statement(api.databaseUrl, 'vacuum analyze messages');
    const list = await makeList(api);
    await subscribeMany(api, list, rowsOf(PEOPLE));
    const id = await makeCampaign(api, list);
    await api.rest('POST', `/campaigns/${id}/send`);
    expect(await untilEnded(api, id)).toMatchObject({ status: 'sent', sent_count: PEOPLE });
    const { reads } = await until(async () => {
      const activity = await readActivity();
      return activity.changes >= 3 * PEOPLE ? activity : undefined; // each was claimed, started and settled
    });
    expect(reads / PEOPLE).toBeLessThan(MOST_READS);
  },
);
