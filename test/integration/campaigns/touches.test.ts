import { afterAll, beforeAll, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { fetchAs, reportOf, sendCampaignTo, TEMPLATE_WITH_LINKS } from '../../support/received-messages.ts';

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  inbox = await openInbox(api.installation);
  jobs = startJobs(api.installation);
  const content = TEMPLATE.content.replace('</body>', '<a href="{{ view_url }}">View</a></body>');
  await api.rest('POST', '/templates', { ...TEMPLATE, content });
  list = await makeList(api);
});
afterAll(async () => {
  await jobs.stop();
  await inbox.stop();
  await api.close();
});

async function sendTo(email: string, input: object = {}) {
  await subscribe(api, list, [{ email, first_name: 'Ann' }]);
  const id = await makeCampaign(api, list, input);
  await api.rest('POST', `/campaigns/${id}/send`);
  await untilEnded(api, id);
  await api.db.message.updateMany({ where: { campaignId: id }, data: { sentAt: new Date(Date.now() - 60_000) } });
  const mine = (await inbox.mailTo(email)).at(-1)!;
  return { id, html: String(mine.mail.html), mine };
}

const linkOf = (html: string, purpose: string) =>
  new RegExp(`http://[^/"]+(/${purpose}/[^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
const fetchBy = (url: string) => api.app.inject({ method: 'GET', url, headers: { 'user-agent': BROWSER } });

test('a click in a campaign redirects, counts as a touch of the person, and is credited with the next order', async () => {
  const { id, html } = await sendTo('buyer@people.test');
  const answer = await fetchBy(linkOf(html, 'click')!);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://shop.test/offer']);
  await api.rest('POST', '/events', { email: 'buyer@people.test', name: 'order', value: 5_000, currency: 'EUR' });
  const { data } = (await api.rest('GET', '/revenue?group_by=campaign')).body;
  expect(data).toEqual([{ group: id, currency: 'EUR', revenue: 5_000, orders: 1 }]);
});

test('each order of a person with several campaigns is credited to the last clicked one, and its variant', async () => {
  const email = 'twice@people.test';
  const plain = await sendTo(email);
  const variants = [{ name: 'A' }, { name: 'B', subject: 'Another subject' }];
  const tested = await sendTo(email, { test: { variants, sample_percent: 100, decide_after: 'PT4H', by: 'clicks' } });
  const revenueOf = async (id: string) => {
    const { revenue, variants } = await reportOf(api, id);
    const ofVariants = variants.map((one: { variant: number; revenue: object[] }) => [one.variant, one.revenue]);
    return { revenue, ofVariants: ofVariants.filter(([, revenue]: [number, object[]]) => revenue.length > 0) };
  };
  const { variant } = await api.db.message.findFirstOrThrow({
    where: { campaignId: tested.id, personKey: personKey(api.teamId, email) },
  });
  const sale = { email, currency: 'SEK' };
  await fetchBy(linkOf(tested.html, 'click')!);
  expect((await api.rest('POST', '/events', { ...sale, name: 'order', value: 300 })).status).toBe(201);
  expect((await api.rest('POST', '/conversions', { ...sale, value: 20 })).status).toBe(201);
  await fetchBy(linkOf(plain.html, 'click')!);
  expect((await api.rest('POST', '/events', { ...sale, name: 'order', value: 7 })).status).toBe(201);
  const both = [{ currency: 'SEK', revenue: 320, orders: 2 }];
  expect(await revenueOf(tested.id)).toEqual({ revenue: both, ofVariants: [[variant, both]] });
  expect(await revenueOf(plain.id)).toEqual({
    revenue: [{ currency: 'SEK', revenue: 7, orders: 1 }],
    ofVariants: [],
  });
});

test('the view in the browser shows the person’s own message, and a forged one is not found', async () => {
  const { html } = await sendTo('viewer@people.test');
  const view = linkOf(html, 'view')!;
  const page = await fetchBy(view);
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Hello Ann of News')]);
  const forged = view.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  expect((await fetchBy(forged)).statusCode).toBe(404);
});

test('without tracking, links are unchanged and there is no pixel', async () => {
  const { html } = await sendTo('quiet@people.test', { tracking: false });
  expect(html).toContain('href="https://shop.test/offer"');
  expect(html).not.toMatch(/\/(click|open)\//);
});

test('an erased person’s old links count nothing, and the campaign no longer names the person', async () => {
  const { id, html } = await sendTo('erased@people.test');
  const held = await api.rest('GET', '/people/export?email=erased@people.test');
  expect(held.body.data.campaign_messages).toMatchObject([{ campaign_id: id, campaign: 'May', state: 'sent' }]);
  await api.rest('POST', '/people/erase', { email: 'erased@people.test' });
  expect((await fetchBy(linkOf(html, 'click')!)).statusCode).toBe(302);
  expect(await api.db.touch.count({ where: { senderId: id } })).toBe(0);
  const { data } = (await api.rest('GET', `/campaigns/${id}/recipients`)).body;
  expect(JSON.stringify(data)).not.toContain('erased@people.test');
  expect(data.some(({ email }: { email: string | null }) => email === null)).toBe(true);
  expect((await readSubscriber(api, list, 'quiet@people.test')).status).toBe('subscribed');
});

test('a sale counts for the variant that the buyer got', async () => {
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  const to = await makeList(api);
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@buyers.test`);
  await subscribe(
    api,
    to,
    emails.map((email) => ({ email })),
  );
  const variants = [
    { name: 'A', subject: 'One' },
    { name: 'B', subject: 'Two' },
  ];
  const test = { variants, sample_percent: 100, decide_after: 'PT4H', by: 'clicks' };
  const { id, messages } = await sendCampaignTo(api, inbox, to, emails, { test });
  const rows = await api.db.message.findMany({ where: { campaignId: id } });
  const variantOf = new Map(rows.map((row) => [row.id, row.variant]));
  for (const message of messages) {
    await fetchAs(api, message.clicks[0]!);
    const value = variantOf.get(message.id) === 1 ? 100 : 2_000;
    await api.rest('POST', '/conversions', { email: message.to, value, currency: 'EUR' });
  }
  const { variants: shown } = await reportOf(api, id);
  expect(shown.map(({ revenue }: { revenue: unknown }) => revenue)).toEqual([
    [{ currency: 'EUR', revenue: 200, orders: 2 }],
    [{ currency: 'EUR', revenue: 4_000, orders: 2 }],
  ]);
});
