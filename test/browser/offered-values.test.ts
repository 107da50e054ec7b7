import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { makeAutomation } from '../support/automations.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  const { api } = dashboard;
  list = await makeList(api, { name: 'News' });
  await subscribe(api, list, [{ email: 'ann@people.test', first_name: 'Ann' }]);
  for (const name of ['cart.abandoned', 'cart.filled', 'visit'])
    await api.rest('POST', '/events', { email: 'ann@people.test', name });
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = () => openSignedIn(browser, dashboard);

/** Types the beginning of a recorded name, and chooses it among the offered ones. */
async function choose(field: Locator): Promise<void> {
  const page = field.page();
  await field.click();
  await field.fill('cart');
  await page.getByRole('option', { name: 'cart.filled' }).waitFor();
  expect(await page.getByRole('option', { name: 'visit' }).count()).toBe(0);
  await page.getByRole('option', { name: 'cart.abandoned' }).click();
}

test('the filter of events offers the recorded names', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/events`);
  await choose(page.getByRole('combobox', { name: 'Event' }));
  await page.waitForURL(/name=cart\.abandoned/);
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a webhook for some events offers the recorded names, and takes others', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/settings/webhooks`);
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL', { exact: true }).fill('https://shop.example/hooks');
  const names = dialog.getByRole('combobox', { name: 'Only these custom events' });
  await choose(names);
  await names.fill('not.yet');
  await names.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It won’t be shown again.').first().waitFor();
  const { body } = await dashboard.api.rest('GET', '/webhooks');
  expect(body.data[0].filter.event_names).toEqual(['cart.abandoned', 'not.yet']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a simulated event offers the recorded names, and a refused address shows once', async () => {
  const id = await makeAutomation(dashboard.api, { name: 'Cart', list });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/automations/${id}?part=trial`);
  await page.getByRole('button', { name: 'Add event' }).click();
  await choose(page.getByRole('combobox', { name: 'Event 1' }));
  await page.getByLabel('Person (e-mail address, optional)').fill('nobody');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Must be a valid email address.').first().waitFor();
  expect(await page.getByText(/must be a valid email address/i).count()).toBe(1);
  expect(await page.getByRole('alert').count()).toBe(0);
  await context.close();
});

test('the confirmation of a campaign says by which mail server it is sent', async () => {
  const id = await makeCampaign(dashboard.api, list, { name: 'Spring' });
  const { page, context, complaints } = await open();
  const ask = async () => {
    await page.goto(`${dashboard.url}/campaigns/${id}?step=when`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    return page.getByRole('dialog');
  };
  await (await ask()).getByText('No mail server is connected.', { exact: false }).waitFor();
  const transport = { name: 'Bulk', host: 'smtp.shop.example', port: 587 };
  const { body } = await dashboard.api.rest('POST', '/transports', transport);
  await dashboard.api.rest('PUT', `/lists/${list}`, { transport: body.data.id });
  await (await ask()).getByText('Sent by the transport “Bulk” (smtp.shop.example).').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
