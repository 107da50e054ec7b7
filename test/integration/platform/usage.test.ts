import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { awayFromMidnight } from '../../support/midnight.ts';
import { until } from '../../support/until.ts';
import { untilCounted } from '../../support/until-counted.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  jobs = startJobs(api.installation);
  inbox = await openInbox(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
});
afterAll(async () => {
  await inbox.stop();
  await jobs.stop();
  await api.close();
  await closeRendering();
});

test('every sent message counts in the usage, by kind and day, even after its campaign is deleted', async () => {
  await awayFromMidnight();
  const today = new Date().toISOString().slice(0, 10);
  const { data: template } = (await api.rest('POST', '/templates', TEMPLATE)).body;
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(25));
  const campaign = await makeCampaign(api, list);
  await api.rest('POST', `/campaigns/${campaign}/send`);
  expect(await untilEnded(api, campaign)).toMatchObject({ sent_count: 25 });
  const confirming = await makeList(api, { requires_confirmation: true });
  await subscribe(api, confirming, rowsOf(2, 'c'));
  inbox.server.recipients.set('refused@people.test', '550 No such user');
  const mail = { template: 'Issue', from: 'shop@shop.test' };
  const both = ['a@people.test', 'b@people.test'];
  for (const to of [both, ['one@people.test'], ['two@people.test'], ['refused@people.test']]) {
    await api.rest('POST', '/transactional-mails', { ...mail, to });
  }
  await api.rest('POST', `/templates/${template.id}/test`, { to: ['test@people.test'], from: 'shop@shop.test' });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await api.rest('POST', '/transactional-mails', { ...mail, to: ['later@people.test'], send_at: later });
  await until(async () => (await api.db.message.count({ where: { state: 'sent' } })) === 31);
  await until(async () => (await api.db.message.count({ where: { state: 'failed' } })) === 1);
  await untilCounted(api.db);
  await api.rest('DELETE', `/campaigns/${campaign}`);

  const { body } = await api.rest('GET', '/usage');
  const sent = { total: 31, transactional: 3, campaign: 25, confirmation: 2, data_request: 0, test: 1 };
  expect(body.data).toMatchObject({
    ...{ messages_sent_this_month: sent, messages_sent_by_day: [{ date: today, sent }] },
    ...{ mails_this_month: 6, mails_sent_this_month: 4 },
  });
  const query = '{ usage { messagesSentThisMonth { total campaign } messagesSentByDay { date sent { test } } } }';
  expect((await ask(api, query)).usage).toEqual({
    messagesSentThisMonth: { total: 31, campaign: 25 },
    messagesSentByDay: [{ date: today, sent: { test: 1 } }],
  });
  const theirs = await api.rest('GET', '/usage', undefined, { token: api.otherToken });
  expect(theirs.body.data).toMatchObject({ messages_sent_this_month: { total: 0 }, messages_sent_by_day: [] });
});

test('counts of several processes and days are totalled, without other months', async () => {
  await awayFromMidnight();
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const before = new Date(first.getTime() - 86_400_000);
  const count = (quarter: Date, kind: string, holder: number, sent: number) => ({
    teamId: api.teamId,
    quarter,
    kind,
    holder,
    sent,
  });
  const { body: was } = await api.rest('GET', '/usage');
  await api.db.messageCount.createMany({
    data: [count(first, 'campaign', 1, 3_000_000), count(first, 'campaign', 2, 737), count(before, 'campaign', 1, 5)],
  });
  const { body: is } = await api.rest('GET', '/usage');
  const campaigns = (data: { messages_sent_this_month: { campaign: number } }) =>
    data.messages_sent_this_month.campaign;
  expect(campaigns(is.data) - campaigns(was.data)).toBe(3_000_737);
  expect(is.data.messages_sent_by_day[0].date).toBe(first.toISOString().slice(0, 10));
});

test('lists, templates and active tokens of the team are counted', async () => {
  const holdings = async (token = api.token) => {
    const { lists, templates, tokens } = (await api.rest('GET', '/usage', undefined, { token })).body.data;
    return [lists, templates, tokens];
  };
  const [[lists, templates, tokens] = expect.fail(), theirs] = [await holdings(), await holdings(api.otherToken)];
  await makeList(api);
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Counted' });
  const made = await Promise.all(['One', 'Two'].map((name) => api.rest('POST', '/tokens', { name, ability: 'read' })));
  expect(await holdings()).toEqual([lists + 1, templates + 1, tokens + 2]);
  await api.rest('DELETE', `/tokens/${made[0]!.body.data.id}`);
  expect(await holdings()).toEqual([lists + 1, templates + 1, tokens + 1]);
  expect(await holdings(api.otherToken)).toEqual(theirs);
});
