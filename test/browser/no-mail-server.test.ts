import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, rowsOf, subscribe } from '../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { arriveAt, openSignedIn } from '../support/dashboard.ts';
import { openFirstRun } from '../support/newcomer.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openFirstRun>>;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openFirstRun();
  jobs = startJobs(dashboard.api.installation);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await dashboard.close();
});

const banner = (page: Page) => page.getByRole('complementary', { name: 'Mail server' });

test('a campaign that stayed in the outbox is never shown as sent or delivered', async () => {
  const { api } = dashboard;
  await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
  await api.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(api, { name: 'Readers' });
  await subscribe(api, list, rowsOf(2));
  const campaign = await makeCampaign(api, list, { name: 'Spring' });
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/campaigns/${campaign}?step=when`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByText('The e-mails are kept in the outbox and not sent.').waitFor();
  await page.getByRole('button', { name: 'Send to 2 people' }).click();
  await page.getByText('2 of 2 kept in the outbox').waitFor();
  await until(async () => (await api.rest('GET', `/campaigns/${campaign}`)).body.data.status === 'sent');
  await page
    .getByText(/^Kept in the outbox/)
    .first()
    .waitFor();
  await page.getByRole('columnheader', { name: 'Kept in the outbox' }).waitFor();
  expect(await page.getByText('Delivered').count()).toBe(0);
  await page.goto(`${dashboard.url}/campaigns`);
  await page.getByRole('row', { name: /^Spring.*Kept in the outbox/ }).waitFor();
  await page.goto(dashboard.url);
  const recent = page.getByRole('region', { name: 'Recent campaigns' }).getByRole('row', { name: /^Spring/ });
  await recent.getByRole('cell', { name: 'Kept in the outbox' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('Today says how many e-mails of a running campaign are kept in the outbox', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Slowly' });
  await subscribe(api, list, rowsOf(3, 'slowly'));
  const campaign = await makeCampaign(api, list, { name: 'Drop by drop', messages_per_minute: 1 });
  const { page, context } = await openSignedIn(browser, dashboard);
  await api.rest('POST', `/campaigns/${campaign}/send`);
  await page.goto(dashboard.url);
  const sending = page.getByRole('region', { name: 'Sending now' });
  await sending.getByText(/[01] of 3 kept in the outbox/).waitFor();
  await api.rest('POST', `/campaigns/${campaign}/cancel`);
  await context.close();
});

test('a link of an e-mail in the outbox opens in a tab without an opener, and a script in a link does nothing', async () => {
  const { api } = dashboard;
  const page = `${dashboard.url}/health/live`;
  const content = `<p><a href="${page}">Shop</a> <a href="javascript:window.open('${page}')">Script</a></p>`;
  await api.rest('POST', '/templates', { name: 'Linked', editor: 'html', subject: 'Links', content });
  const mail = { template: 'Linked', to: ['ada@people.test'], from: 'me@shop.test' };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect([status, body.errors]).toEqual([201, undefined]);
  const opened = await openSignedIn(browser, dashboard);
  await opened.page.goto(`${dashboard.url}/outbox`);
  await opened.page.getByRole('link', { name: 'Links' }).click();
  const frame = opened.page.frameLocator('iframe[title="Links"]');
  await frame.getByText('Script').click();
  const tab = opened.context.waitForEvent('page');
  await frame.getByText('Shop').click();
  const shop = await tab;
  await shop.waitForURL(/health/);
  expect([await shop.evaluate('window.opener'), await shop.evaluate('origin')]).toEqual([null, dashboard.url]);
  expect(opened.context.pages()).toHaveLength(2);
  await opened.context.close();
});

test('every screen says that e-mails do not leave, until somebody connects a mail server', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  const viewer = await openSignedIn(browser, dashboard, { role: 'viewer' });
  await viewer.page.clock.install();
  await viewer.page.goto(`${dashboard.url}/lists`);
  await banner(viewer.page).getByRole('link', { name: 'Open outbox' }).waitFor();
  expect(await banner(viewer.page).getByRole('link').count()).toBe(1);
  for (const path of ['', 'people', 'campaigns', 'settings/usage']) {
    await page.goto(`${dashboard.url}/${path}`);
    await banner(page).getByText('No mail server is connected. E-mails stay in the outbox.').waitFor();
  }
  await banner(page).getByRole('link', { name: 'Connect a mail server' }).click();
  await arriveAt(page, 'Transports');
  await page.getByText('E-mails are kept in the outbox. Add a mail server').waitFor();
  await page.getByRole('button', { name: 'Add your first transport' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Own');
  await page.getByRole('dialog').getByLabel('Host').fill('mail.shop.test');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await banner(page).waitFor({ state: 'detached' });
  await viewer.page.clock.runFor(61_000);
  await banner(viewer.page).waitFor({ state: 'detached' });
  expect([...complaints, ...viewer.complaints]).toEqual([]);
  await viewer.context.close();
  await context.close();
});
