import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam } from '../support/app.ts';
import { checkScreen, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { awayFromMidnight } from '../support/midnight.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;

const TRANSPORT = { name: 'Provider', host: 'smtp.shop.example', port: 587, is_default: true };
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));

beforeAll(async () => {
  await awayFromMidnight();
  dashboard = await openDashboard();
  browser = await openBrowser();
  const { api } = dashboard;
  const { body } = await api.rest('POST', '/transports', TRANSPORT);
  await api.rest('POST', '/sending-domains', { domain: 'shop.example' });
  const pause = { teamId: api.teamId, id: body.data.id, transportId: body.data.id, domain: 'yahoo.com', failures: 5 };
  const pausedUntil = new Date(Date.now() + DAY_MS);
  await api.db.sendingPause.create({ data: { ...pause, pausedUntil, reason: '421 4.7.0 [TSS04] Deferred' } });
  const count = (recipientDomain: string, outcome: string, count: number, more: object = {}) => ({
    ...{ teamId: api.teamId, day: ago(1), sendingDomain: 'shop.example', recipientDomain, outcome, cause: '' },
    ...{ holder: 0, count, ...more },
  });
  await api.db.deliveryCount.createMany({
    data: [
      count('gmail.com', 'sent', 9_000),
      count('gmail.com', 'sent', 600, { day: ago(20) }),
      count('gmail.com', 'sent', 1_000, { day: ago(40) }),
      count('gmail.com', 'complaint', 1, { day: ago(40) }),
      count('gmail.com', 'failed', 400, { cause: 'blocked' }),
      count('gmail.com', 'hard_bounce', 260),
      count('gmail.com', 'complaint', 40),
      count('web.de', 'sent', 2_000, { sendingDomain: 'news.example' }),
      count('small.example', 'sent', 3),
    ],
  });
  const transportId = '00000000-0000-0000-0000-000000000000';
  const reason = '554 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org';
  const refused = { teamId: api.teamId, day: ago(1), recipientDomain: 'gmail.com', transportId };
  await api.db.refusalCount.createMany({
    data: [
      { ...refused, sendingDomain: 'shop.example', cause: 'blocked', count: 400, reason },
      { ...refused, sendingDomain: 'news.example', cause: 'rate', count: 7, reason: '421 4.7.0 Too many messages' },
    ],
  });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function show(page: Page, query = ''): Promise<void> {
  await page.goto(`${dashboard.url}/settings/deliverability${query}`);
  await arriveAt(page, 'Deliverability');
  await section(page, 'Feedback sources').waitFor();
}

test('rates are judged by the bounds of providers, with advice, refusals and each provider', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await show(page);
  const results = section(page, 'Results');
  expect(await results.innerText()).toMatch(/Bounce rate\s+5\.5%\s+Too high\s+Remove addresses that never opened/);
  expect(await results.innerText()).toMatch(/Complaint rate\s+0\.34%\s+Too high\s+Write only to people who signed up/);
  expect(await results.innerText()).toMatch(/Block rate\s+3\.3%\s+High\s+Read the refusals below/);
  expect(await results.innerText()).toMatch(/Messages\s+11,603\s+Enough to judge\s+400 refused, 0 deferred/);
  await results
    .getByText('Gmail and Yahoo ask for less than 0.1%, and never 0.3%. Campaigns pause above 0.3%.')
    .waitFor();
  await results.getByText('Previous 30 days: 0.1%.').waitFor();
  await results.getByText('Previous 30 days: 1,000.').waitFor();
  const rowOf = (name: RegExp) => section(page, 'Providers').getByRole('row', { name });
  await rowOf(/^Gmail Too high 9,600 6\.6% 0\.42% 4%$/).waitFor();
  await rowOf(/^GMX, WEB\.DE Good 2,000 0% 0% 0%$/).waitFor();
  await rowOf(/^small\.example Too few to judge 3 0% 0% 0%$/).waitFor();
  const blocked = section(page, 'Refusals').getByRole('row', { name: /^Blocklisted Your server or domain/ });
  await blocked.getByText('blocked using zen.spamhaus.org').waitFor();
  await blocked.getByRole('cell', { name: '400', exact: true }).waitFor();
  await section(page, 'By day').getByRole('table', { name: 'Messages' }).waitFor();
  await section(page, 'By day').getByText('Complaints', { exact: true }).click();
  await section(page, 'By day').getByRole('table', { name: 'Complaints' }).waitFor();
  await section(page, 'Sending domains').getByRole('link', { name: 'View reports on shop.example' }).waitFor();
  await section(page, 'Sending pauses')
    .getByRole('row', { name: /^yahoo\.com Provider 421 4\.7\.0 \[TSS04\] Deferred in / })
    .waitFor();
  await section(page, 'Sending pauses').getByRole('link', { name: 'View sending pauses' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the filters are in the address, and lead to one provider or domain', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await show(page);
  const results = section(page, 'Results');
  await section(page, 'Providers').getByRole('link', { name: 'GMX, WEB.DE' }).click();
  await page.waitForURL(/deliverability\?provider=gmx$/);
  await results.getByText('2,000', { exact: true }).waitFor();
  expect(await results.getByText('Too high').count()).toBe(0);
  await section(page, 'Refusals').getByText('No mail server refused your messages').waitFor();
  await page.getByLabel('Provider', { exact: true }).selectOption('Gmail');
  await page.getByLabel('Period').selectOption('Last 7 days');
  await page.waitForURL(/deliverability\?provider=gmail&days=7$/);
  await results.getByText('9,000', { exact: true }).waitFor();
  expect(await results.getByText('Previous').count()).toBe(0);
  await page.getByLabel('Provider', { exact: true }).selectOption('small.example');
  await page.getByLabel('Sending domain', { exact: true }).selectOption('news.example');
  await page.getByText('No matching messages').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(/deliverability\?days=7$/);
  await show(page, '?domain=shop.example&days=7');
  await results.getByText('9,003', { exact: true }).waitFor();
  expect(await page.getByLabel('Sending domain', { exact: true }).inputValue()).toBe('shop.example');
  await section(page, 'Senders using this domain (30 days)').getByText('No reports from other mail servers').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a feedback source is added with its address shown once, and deleted after a confirmation', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await show(page);
  const sources = section(page, 'Feedback sources');
  await sources.getByRole('button', { name: 'Add feedback source' }).click();
  const drawer = page.getByRole('dialog');
  const add = () => drawer.getByRole('button', { name: 'Add feedback source' }).click();
  await add();
  await drawer.getByLabel('ARN of the SNS topic').and(drawer.locator('[aria-invalid=true]')).waitFor();
  complaints.length = 0;
  await drawer.getByLabel('Mail provider').selectOption('Your own program');
  await drawer.getByLabel('Name (optional)').fill('Relay');
  await add();
  expect(await drawer.getByRole('textbox', { name: 'URL for reports' }).innerText()).toContain(`${dashboard.url}/`);
  expect(await drawer.getByRole('textbox', { name: 'Secret' }).innerText()).toMatch(/^whsec_/);
  await drawer.getByText('by Standard Webhooks').waitFor();
  await drawer.getByRole('button', { name: 'I have copied it' }).click();
  await sources.getByRole('row', { name: /^Relay Your own program None yet/ }).waitFor();
  const known = async () => (await dashboard.api.rest('GET', '/feedback-sources')).body.data;
  expect(await known()).toMatchObject([{ provider: 'generic', name: 'Relay' }]);
  await sources.getByRole('button', { name: 'Delete: Relay' }).click();
  const question = page.getByRole('dialog', { name: 'Delete feedback source' });
  await question.getByText('Its URL stops accepting reports.').waitFor();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await sources.getByText('Do you send through Amazon SES').waitFor();
  expect(await known()).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a team without a mail server learns that there are no results, and a viewer cannot add sources', async () => {
  const other = { api: await openTeam(dashboard.api), url: dashboard.url };
  const { page, context, complaints } = await openSignedIn(browser, other);
  await show(page);
  await page.getByText('No results without a mail server').waitFor();
  expect(await section(page, 'Results').count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Connect a mail server' }).last().click();
  await arriveAt(page, 'Transports');
  await other.api.rest('POST', '/transports', TRANSPORT);
  const viewer = await openSignedIn(browser, other, { role: 'viewer' });
  await show(viewer.page);
  await viewer.page.getByText('No messages in this period').waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Add feedback source' }).count()).toBe(0);
  expect([...complaints, ...viewer.complaints]).toEqual([]);
  await viewer.context.close();
  await context.close();
});

test.each(LANGUAGES)('deliverability has no layout or axe faults, filled and empty: %s', async (_language, options) => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard, options);
  await page.goto(`${dashboard.url}/settings/deliverability`);
  await page.getByRole('main').getByRole('table').first().waitFor();
  await checkScreen(page, 'deliverability');
  await page.goto(`${dashboard.url}/settings/deliverability?domain=quiet.example`);
  await page.getByRole('main').getByRole('table').first().waitFor();
  await checkScreen(page, 'deliverability of a quiet domain');
  expect(complaints).toEqual([]);
  await context.close();
});
