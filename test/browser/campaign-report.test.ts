import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, rowsOf, subscribe, subscribeMany } from '../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { checkPage } from '../support/check-page.ts';
import { checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import {
  APPLE,
  fetchAs,
  type ReceivedMessage,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../support/received-messages.ts';
import { openBrowser, openPage, violations } from './chromium.ts';
import { arrive } from './site.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let list: string;
let id: string;
let messages: ReceivedMessage[];

const PEOPLE = ['ann@a.test', 'bo@a.test', 'cem@b.test', 'dee@b.test'];

beforeAll(async () => {
  dashboard = await openDashboard();
  const { api } = dashboard;
  jobs = startJobs(api.installation);
  inbox = await openInbox(api.installation);
  browser = await openBrowser();
  for (const template of [TEMPLATE, TEMPLATE_WITH_LINKS]) await api.rest('POST', '/templates', template);
  await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
  list = await makeList(api, { name: 'News', from_email: 'hello@bakery.test', from_name: 'The bakery' });
  const people = PEOPLE.map((email) => ({ email, first_name: 'Ann' }));
  await subscribe(api, list, people);
  await sendCampaignTo(api, inbox, list, PEOPLE, { name: 'Winter' });
  ({ id, messages } = await sendCampaignTo(api, inbox, list, PEOPLE, { name: 'Spring', subject: 'Sun is out' }));
  const [ann, bo] = messages as [ReceivedMessage, ReceivedMessage];
  for (const url of [ann.pixel, ann.clicks[0]!, bo.pixel]) await fetchAs(api, url);
  await fetchAs(api, messages[2]!.pixel, APPLE);
  await api.rest('POST', '/conversions', { email: ann.to, value: 1000, currency: 'EUR' });
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);

test('a report begins with the subject, sender, time and picture of the e-mail, and no bar once it was sent', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}`);
  const head = page.getByRole('region', { name: 'Sun is out' });
  await head.getByText('The bakery <hello@bakery.test>').waitFor();
  await head.getByText('4 of 4 sent').waitFor();
  await head.frameLocator('iframe[title="The e-mail"]').getByText('Choose').waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
  await head.getByRole('link', { name: 'View e-mail' }).click();
  await page.getByRole('tab', { name: 'Content', selected: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a recipient’s row opens the source of their message', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}?tab=recipients`);
  const row = page.getByRole('row', { name: /bo@a\.test/ });
  await row.getByRole('button', { name: 'Source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Source of the message to bo@a.test' });
  await dialog.getByText('To: bo@a.test').waitFor();
  await dialog.getByText(/List-Unsubscribe: <\S+\/unsubscribe\/shown/).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('opens of a single hour are written above narrow bars', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}`);
  const chart = page.getByRole('figure', { name: 'Opens and clicks per hour' });
  await chart.getByText('Hour 12', { exact: true }).first().waitFor();
  const [width, bars] = await chart
    .locator('svg')
    .evaluate((svg: SVGSVGElement) => [
      svg.getBoundingClientRect().width,
      [...svg.querySelectorAll('path[fill]')].map((bar) => bar.getBoundingClientRect().width),
    ]);
  expect(bars).toHaveLength(2);
  for (const bar of bars as number[]) expect(bar).toBeLessThan(Number(width) / 12);
  await context.close();
});

test('a report says how many people wait while nobody has chosen the winner of a test', async () => {
  const { api } = dashboard;
  const testers = await makeList(api, { name: 'Testers' });
  await subscribeMany(api, testers, rowsOf(10, 'tester'));
  const variants = [
    { name: 'Short', subject: 'Hi' },
    { name: 'Long', subject: 'Hello, all of you' },
  ];
  const input = { name: 'Two ways', test: { variants, sample_percent: 40, by: 'manual' } };
  const waiting = await makeCampaign(api, testers, input);
  await api.rest('POST', `/campaigns/${waiting}/send`);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${waiting}`);
  await page.getByText('4 of 10 sent').waitFor();
  await page.getByText('6 recipients wait until you choose a winner.').waitFor();
  await page.getByRole('link', { name: 'Compare variants' }).click();
  await page.getByRole('button', { name: 'Choose Long as winner' }).waitFor();
  const compared = page.getByRole('region', { name: 'Variants' });
  await compared.getByText('No result yet.').waitFor();
  await compared.getByText('Hello, all of you').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the result of an A/B test is a sentence with its confidence', async () => {
  const { api } = dashboard;
  const readers = await makeList(api, { name: 'Judges' });
  const people = rowsOf(20, 'judge');
  await subscribeMany(api, readers, people);
  const variants = [
    { name: 'Short', subject: 'Hi' },
    { name: 'Long', subject: 'Hello, all of you' },
  ];
  const split = { variants, sample_percent: 100, by: 'opens' };
  const emails = people.map(({ email }) => email);
  const tested = await sendCampaignTo(api, inbox, readers, emails, { name: 'Judged', test: split });
  const rows = await api.db.message.findMany({ where: { campaignId: tested.id, variant: 2 } });
  const long = new Set(rows.map((message) => message.id));
  for (const message of tested.messages) if (long.has(message.id)) await fetchAs(api, message.pixel);
  const { page, context, complaints } = await open();
  await checkScreenAt(page, dashboard.url, `campaigns/${tested.id}?tab=variants`, '[role=tabpanel]');
  await page.getByText('Long wins by opens with more than 99.9% confidence.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('results stand beside those of the last campaign, with revenue per recipient and machine opens apart', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}`);
  const results = page.getByRole('region', { name: 'Results' });
  await results.getByText('50 points above your last campaign').first().waitFor();
  await results.getByText('25 points above your last campaign').waitFor();
  await results.getByText('€2.50', { exact: true }).waitFor();
  await results.getByText('€2.50 above your last campaign').waitFor();
  await results.getByText('1 by mailbox providers, 0 by scanners. Not counted as opens.').waitFor();
  const domains = page.getByRole('region', { name: 'Results by recipient domain' });
  await domains.getByRole('row', { name: 'a.test 2 100% 2 100% 1 50% 0 0%' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the figures and the recipients of a report are saved as CSV, by a viewer too', async () => {
  const { page, context, complaints } = await open({ role: 'viewer' });
  await page.goto(`${dashboard.url}/campaigns/${id}`);
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    return readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  };
  expect(await save('Results (CSV)')).toEqual(
    expect.arrayContaining(['campaign,,opens_unique,2', 'campaign,,revenue_EUR,1000', 'domain,a.test,clicks,1']),
  );
  const recipients = await save('Recipients (CSV)');
  expect(recipients.filter((line) => line.includes('@'))).toHaveLength(4);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an editor shares a report by a link that a visitor opens without signing in, and revokes it', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const url = await page.getByRole('textbox', { name: 'Public link' }).innerText();
  const { page: visitor, context: theirs, complaints: policy } = await openPage(browser);
  await visitor.goto(url);
  await arrive(visitor, 'Spring');
  await visitor.getByText('50%').first().waitFor();
  await checkPage(visitor, 'en');
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('button', { name: 'Create link' }).waitFor();
  expect((await visitor.goto(url))?.status()).toBe(404);
  expect([...complaints, ...policy.filter((one) => !one.includes('404'))]).toEqual([]);
  await theirs.close();
  await context.close();
});

test.each(LANGUAGES)('no part of the report has an axe violation or scrolls sideways: %s', async (_, options) => {
  const { page, context, complaints } = await open(options);
  for (const tab of ['overview', 'links', 'recipients'])
    await checkScreenAt(page, dashboard.url, `campaigns/${id}?tab=${tab}`, '[role=tabpanel]');
  expect(complaints).toEqual([]);
  await context.close();
});
