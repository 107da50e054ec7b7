import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

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

async function sendAll(): Promise<void> {
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
  expect(await untilEnded(api, campaign)).toMatchObject({
    ...{ status: 'sent', sent_count: PEOPLE, unknown_count: 0, failed_count: 0 },
  });
  await until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');
  expect(inbox.server.received).toHaveLength(PEOPLE + 1);
}

test.each([
  ['renames a column of the counts', 'alter table message_counts rename column quarter to moment'],
  ['removes a table of counts', 'drop table message_minutes'],
  ['wants a new value of each count', 'alter table delivery_counts add column provider text not null'],
  ['has another key of the counts', 'alter table campaign_counts drop constraint campaign_counts_pkey'],
])('a campaign and a mail are recorded as sent beside a newer version that %s', async (_, migration) => {
  await statement(api.databaseUrl, migration);
  await sendAll();
});
