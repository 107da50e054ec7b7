import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, rowsOf, subscribeMany } from '../support/audience.ts';
import { TEMPLATE } from '../support/campaigns.ts';
import { arriveAt, arriveAtPerson, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type Inbox, linkIn, openInbox } from '../support/inbox.ts';
import { INPUT_DEVICES, type InputDevice } from '../support/input-devices.ts';
import { runAutomations } from '../support/run-automations.ts';
import { openBrowser, openPage } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  dashboard = await openDashboard();
  const { api } = dashboard;
  jobs = startJobs(api.installation);
  inbox = await openInbox(api.installation);
  await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api, { name: 'Readers', from_email: 'hello@shop.test' });
  await subscribeMany(api, list, rowsOf(4, 'reader'));
  await api.rest('PUT', `/lists/${list}`, { requires_confirmation: true });
});
afterEach(async () => {
  await jobs.stop();
  await inbox.stop();
  await dashboard.api.close();
});

/** Puts a form online, and returns the address of its page. */
async function makeForm({ page, press, write }: InputDevice): Promise<string> {
  await press('Forms');
  await arriveAt(page, 'Forms');
  await press('Create form');
  await write('Name', 'Footer');
  await write('Heading', 'Fresh bread, fresh news');
  await press('Save');
  await arriveAt(page, 'Footer');
  return (await page.getByRole('link', { name: 'View page' }).getAttribute('href')) as string;
}

/** Activates the ready-made welcome of the people who subscribe. */
async function welcome({ page, press }: InputDevice): Promise<void> {
  await press('Automations');
  await arriveAt(page, 'Automations');
  await press('Create automation');
  await page.getByRole('dialog').getByLabel('Welcome', { exact: true }).check();
  await press('Create');
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  await press('Activate');
  await press('Activate');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
}

/** A stranger signs up on the form's page, and confirms by the link in the e-mail. */
async function signUp(form: string, email: string): Promise<void> {
  const { page, context } = await openPage(browser);
  await page.goto(form);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const [asked] = await inbox.mailTo(email);
  await page.goto(linkIn(asked!, 'confirm'));
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor();
  await context.close();
}

/** Sends two subjects to some, and the better one to everybody else. */
async function sendTwoSubjects({ page, press, write, choose, turnTo }: InputDevice): Promise<void> {
  await press('Campaigns');
  await press('Create campaign');
  await arriveAt(page, 'New campaign');
  await write('Name', 'Autumn');
  await choose('List', 'Readers');
  await choose('Template', TEMPLATE.name);
  await press('Create campaign');
  await arriveAt(page, 'Autumn');
  await page.getByText('5 recipients right now').waitFor();
  await turnTo('5. Schedule');
  await page.getByLabel('Run an A/B test').check();
  await write('Subject of variant 1', 'Bread');
  await write('Subject of variant 2', 'Rolls');
  await choose('Winner by', 'I choose');
  await write('Test sample (% of recipients)', '40');
  await press('Send');
  await press('Send to 5 people');
  await page.getByText('2 of 5 sent').waitFor();
  await turnTo('Variants');
  await press('Choose B as winner');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose B' }).click();
  await page.getByText('5 of 5 sent').waitFor();
}

/** Shows the report to somebody without an account, until the link is revoked. */
async function share({ press }: InputDevice, page: Page): Promise<void> {
  await press('Share');
  await press('Create link');
  const url = await page.getByRole('textbox', { name: 'Public link' }).innerText();
  const visitor = await openPage(browser);
  await visitor.page.goto(url);
  await visitor.page.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
  await press('Revoke link');
  await page.getByRole('button', { name: 'Create link' }).waitFor();
  expect((await visitor.page.goto(url))?.status()).toBe(404);
  await visitor.context.close();
}

test.each(INPUT_DEVICES)(
  'by %s: a form brings somebody, an automation welcomes them, and a campaign finds its better subject',
  async (_, by) => {
    const email = 'nora@people.test';
    const { page, context, complaints } = await openSignedIn(browser, dashboard);
    const device = by(page);
    const colleague = await openSignedIn(browser, dashboard, { role: 'viewer' });
    await page.goto(dashboard.url);
    await arriveAt(page, 'Today');
    const form = await makeForm(device);
    await welcome(device);

    await colleague.page.goto(`${dashboard.url}/people?list=${list}`);
    await colleague.page.getByText('4 people', { exact: true }).waitFor();
    await signUp(form, email);
    await colleague.page.getByRole('row', { name: new RegExp(`${email}.*Subscribed`) }).waitFor();
    await runAutomations(dashboard.api);
    expect(await inbox.mailTo(email, 2)).toHaveLength(2);

    await device.press('People');
    await device.press(email);
    await arriveAtPerson(page, email);
    await page.getByText('Confirmed (Readers)').waitFor();
    await page.getByRole('link', { name: 'Automation “Welcome”' }).waitFor();

    await sendTwoSubjects(device);
    await share(device, page);
    await colleague.page.goto(`${dashboard.url}/campaigns`);
    await colleague.page.getByRole('row', { name: /^Autumn.*Sent/ }).waitFor();
    expect([...complaints, ...colleague.complaints]).toEqual([]);
    await context.close();
    await colleague.context.close();
  },
);
