import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, rowsOf, subscribeMany } from '../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../support/campaigns.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, openInbox } from '../support/inbox.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let list: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  inbox = await openInbox(dashboard.api.installation);
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News' });
  await subscribeMany(dashboard.api, list, rowsOf(10, 'reader'));
  await dashboard.api.rest('POST', '/templates', TEMPLATE);
  await dashboard.api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto', timezone: 'Europe/Berlin' });
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

async function openSchedule(name: string) {
  const id = await makeCampaign(dashboard.api, list, { name });
  const opened = await openSignedIn(browser, dashboard);
  await opened.page.goto(`${dashboard.url}/campaigns/${id}?step=when`);
  return { id, ...opened };
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirmIn = (page: Page) => page.getByRole('dialog');

test('an A/B test on the screen is sent without a click of its own, and the confirmation describes it', async () => {
  const { page, id, context, complaints } = await openSchedule('Two subjects');
  await page.getByLabel('Run an A/B test').check();
  await page.getByLabel('Subject of variant 1').fill('Bread');
  await page.getByLabel('Subject of variant 2').fill('Rolls');
  await page.getByLabel('Winner by').selectOption({ label: 'I choose' });
  await page.getByLabel('Test sample (% of recipients)').fill('40');
  await press(page, 'Send');
  await confirmIn(page).getByText('A/B test of A, B on 40% of the recipients').waitFor();
  await press(page, 'Send to 10 people');
  await page.getByRole('tab', { name: 'Variants' }).waitFor();
  expect(await readCampaign(dashboard.api, id)).toMatchObject({
    test: { sample_percent: 40, by: 'manual', variants: [{ subject: 'Bread' }, { subject: 'Rolls' }] },
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test('an A/B test that the server refuses shows its error and opens no confirmation', async () => {
  const { page, id, context } = await openSchedule('Half a test');
  await page.getByLabel('Run an A/B test').check();
  await page.getByLabel('Subject of variant 2').fill('Rolls');
  await page.getByLabel('Test sample (% of recipients)').fill('0');
  await press(page, 'Send');
  await page.locator('[aria-invalid=true]').waitFor();
  expect(await confirmIn(page).count()).toBe(0);
  expect((await readCampaign(dashboard.api, id)).status).toBe('draft');
  await context.close();
});

test('a campaign is repeated by choices, and its next five dates show before and after it starts', async () => {
  const { page, id, context, complaints } = await openSchedule('Every other week');
  await page.getByLabel('Repeat', { exact: true }).check();
  await page.getByLabel('Every', { exact: true }).fill('2');
  await page.getByText('Mon', { exact: true }).click();
  await page.getByText('Tue', { exact: true }).click();
  await page.getByLabel('First e-mail').fill('2035-01-02T09:30');
  await page.getByLabel('First e-mail').blur();
  const dates = ['2 January', '16 January', '30 January', '13 February', '27 February'];
  for (const date of dates) await page.getByText(`Tuesday, ${date} 2035 at 09:30`).waitFor();
  expect(await readCampaign(dashboard.api, id)).toMatchObject({
    recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', start: '2035-01-02T09:30:00', timezone: 'Europe/Berlin' },
  });
  await press(page, 'Start series');
  await confirmIn(page).getByText('Tuesday, 2 January 2035').waitFor();
  await confirmIn(page).getByRole('button', { name: 'Start series' }).click();
  await page.getByRole('button', { name: 'Stop series' }).waitFor();
  await page.getByText('Tuesday, 27 February 2035 at 09:30').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a rule that the choices cannot show stays as it is, and a wrong one shows its error', async () => {
  const { page, id, context } = await openSchedule('Last Friday');
  await page.getByLabel('Repeat', { exact: true }).check();
  await page.getByLabel('First e-mail').fill('2035-01-02T09:30');
  await page.getByLabel('Repeats').selectOption({ label: 'By a custom rule' });
  await page.getByLabel('Recurrence rule').fill('FREQ=MONTHLY;BYDAY=-1FR');
  await page.getByText('Friday, 26 January 2035').waitFor();
  await page.reload();
  expect(await page.getByLabel('Recurrence rule').inputValue()).toBe('FREQ=MONTHLY;BYDAY=-1FR');
  await page.getByLabel('Recurrence rule').fill('every monday');
  await page.locator('[aria-invalid=true]').waitFor();
  expect((await readCampaign(dashboard.api, id)).recurrence.rule).toBe('FREQ=MONTHLY;BYDAY=-1FR');
  await context.close();
});

test('scheduling needs a time, the confirmation names it, and a draft again starts with it', async () => {
  const { page, context } = await openSchedule('New Year');
  await page.getByLabel('Schedule for later').check();
  await press(page, 'Schedule');
  await page.getByText('Choose a date and time.').waitFor();
  expect(await confirmIn(page).count()).toBe(0);
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  await page.getByLabel('Date and time').fill(`${day}T08:00`);
  expect(await page.getByText('Choose a date and time.').count()).toBe(0);
  await press(page, 'Schedule');
  await confirmIn(page).getByText(`${written} at 08:00`).waitFor();
  await confirmIn(page).getByText('Europe/Berlin').waitFor();
  await confirmIn(page).getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await page.getByRole('tab', { name: '5. Schedule' }).click();
  expect(await page.getByLabel('Schedule for later').isChecked()).toBe(true);
  expect(await page.getByLabel('Date and time').inputValue()).toBe(`${day}T08:00`);
  await context.close();
});
