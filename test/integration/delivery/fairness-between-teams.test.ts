import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { makeCampaign } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { until } from '../../support/until.ts';

const HEAVY = 150;
const LOOPS = `${'{% for a in (1..1000) %}'.repeat(3)}${'{% endfor %}'.repeat(3)}`;
/** Not in the check of a campaign, which would refuse it. */
const SLOW = `<p>{% unless view_url contains "preview" %}${LOOPS}{% endunless %}</p>`;

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  api = await openTestApp();
  jobs = startJobs(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await other('PATCH', '/team', { postal_address: 'Baker Street 2, London' });
  await api.rest('POST', '/templates', { name: 'Slow', editor: 'html', subject: 'S', content: SLOW });
  await other('POST', '/templates', { name: 'Quick', editor: 'html', subject: 'S', content: '<p>Hello</p>' });
});
afterAll(async () => {
  await inbox.stop();
  await closeRendering(); // a message still in composition would delay the next file
  await jobs.stop();
  await api.close();
});

const other = (method: string, path: string, body: object) => api.rest(method, path, body, { token: api.otherToken });

test('a mail does not wait behind another team’s mails, even if those are slow to compose', async () => {
  const slow = { template: 'Slow', from: 'a@shop.test', to: ['someone@people.test'] };
  for (let sent = 0; sent < HEAVY; sent += 10) {
    await Promise.all(Array.from({ length: 10 }, () => api.rest('POST', '/transactional-mails', slow)));
  }
  await other('POST', '/transactional-mails', { template: 'Quick', from: 'a@b.test', to: ['quick@people.test'] });
  inbox = await openInbox(api.installation);
  expect(await inbox.mailTo('quick@people.test')).toHaveLength(1);
  const pending = await api.rest('GET', '/transactional-mails?status=pending&per_page=1');
  expect(pending.body.meta.total).toBeGreaterThan(HEAVY / 2);
});

test('a campaign does not wait behind another team’s campaign', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, rowsOf(700));
  const slow = await makeCampaign(api, list, { template: 'Slow' });
  const theirs = (await other('POST', '/lists', { name: 'Few', from_email: 'a@b.test' })).body.data.id;
  await other('POST', `/lists/${theirs}/subscribers`, { email: 'reader@people.test' });
  const { id } = (await other('POST', '/campaigns', { name: 'May', list: theirs, template: 'Quick' })).body.data;
  await api.rest('POST', `/campaigns/${slow}/send`);
  const claimed = () => api.db.message.count({ where: { campaignId: slow, state: 'claimed' } });
  await until(async () => (await claimed()) > 300);
  await other('POST', `/campaigns/${id}/send`, {});
  expect(await inbox.mailTo('reader@people.test')).toHaveLength(1);
  expect(await api.db.message.count({ where: { campaignId: slow, state: 'queued' } })).toBeGreaterThan(0);
});
