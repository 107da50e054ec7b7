import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFunctions } from '../../../src/database/functions.ts';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';
import { untilCounted } from '../../support/until-counted.ts';

const PEOPLE = 12;

let api: TestApp;
let inbox: Inbox;
beforeEach(async () => {
  api = await openTestAppWithJobs();
  inbox = await openInbox(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterEach(async () => {
  await inbox.stop();
  await api.close();
});

/** The text of a function as the newer version has it. */
async function functionOf(name: string, change: (sql: string) => string): Promise<string> {
  const { sql } = (await readFunctions()).find((one) => one.name === name)!;
  const changed = change(sql);
  expect(changed).not.toBe(sql);
  return changed;
}

test.each([
  [
    'renames a column of the counts',
    'alter table message_counts rename column quarter to moment',
    () => functionOf('count_deliveries', (sql) => sql.replaceAll('team_id, quarter, kind', 'team_id, moment, kind')),
  ],
  [
    'removes a table of counts',
    'drop table message_minutes',
    () => functionOf('count_deliveries', (sql) => sql.replace(/insert into message_minutes[^;]*;/, '')),
  ],
  [
    'wants a new value of each count',
    'alter table delivery_counts add column provider text not null',
    async () => "alter table delivery_counts alter column provider set default ''",
  ],
  [
    'has another key of the counts',
    'alter table campaign_counts drop constraint campaign_counts_pkey',
    async () => 'alter table campaign_counts add primary key (team_id, campaign_id, what, detail, variant, holder)',
  ],
])(
  'a campaign and a mail are sent once beside a newer version that %s, and counted with its functions',
  async (_, migration, completing) => {
    await statement(api.databaseUrl, migration);
    const list = await makeList(api);
    await subscribeMany(
      api,
      list,
      Array.from({ length: PEOPLE }, (_, n) => ({ email: `p${n}@x.test` })),
    );
    const campaign = await makeCampaign(api, list);
    await api.rest('POST', `/campaigns/${campaign}/send`);
    const mail = { template: 'Issue', from: 'shop@shop.test', to: ['ann@y.test'] };
    const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    await until(async () => (await api.db.message.count({ where: { state: 'sent' } })) === PEOPLE + 1);
    expect((await api.rest('GET', `/transactional-mails/${id}`)).body.data.status).toBe('sent');
    await statement(api.databaseUrl, await completing());
    expect(await untilEnded(api, campaign)).toMatchObject({
      ...{ status: 'sent', sent_count: PEOPLE, unknown_count: 0, failed_count: 0 },
    });
    await untilCounted(api.db);
    expect(inbox.server.received).toHaveLength(PEOPLE + 1);
  },
);
