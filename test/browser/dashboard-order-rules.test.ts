import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

// A marketer's questions about orders, built by mouse from recorded events.
let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

const ORDER = {
  ...{ name: 'order', value: 12_000, currency: 'EUR' },
  properties: { items: ['boots', 'hat'], lines: [{ sku: 'A1' }], shipping: { country: 'DE' }, total: '120.00' },
};

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'Shoppers' });
  await subscribe(
    dashboard.api,
    list,
    ['ann', 'bob', 'cy'].map((name) => ({ email: `${name}@shop.test` })),
  );
  const events = [
    { email: 'ann@shop.test', ...ORDER },
    { email: 'bob@shop.test', ...ORDER, value: 9_999, properties: { items: ['socks'], shipping: { country: 'FR' } } },
    { email: 'bob@shop.test', name: 'page.viewed', properties: { path: '/' } },
  ];
  expect((await dashboard.api.rest('POST', '/events', { events })).body.failed).toBe(0);
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const rule = (page: Page) => page.getByRole('group', { name: 'Rule 1', exact: true });
const total = (page: Page, text: string) =>
  page.getByRole('status', { name: 'Matching people' }).filter({ hasText: text }).waitFor();

/** Starts a segment with an order rule; the event name comes from the recorded ones. */
async function aboutOrders(page: Page): Promise<void> {
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await arriveAt(page, 'New segment');
  await rule(page).getByLabel('Type').selectOption('event');
  await rule(page).getByLabel('Event name').click();
  await page.getByRole('option', { name: 'page.viewed' }).waitFor();
  await page.getByRole('option', { name: 'order', exact: true }).click();
  await rule(page).getByRole('button', { name: 'Add property' }).click();
  await rule(page).getByText('Incomplete').waitFor();
}

async function saved(page: Page, name: string): Promise<unknown> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, name);
  const { body } = await dashboard.api.rest('GET', `/lists/${list}/segments`);
  return body.data.find((one: { name: string }) => one.name === name).conditions.rules[0].value;
}

test('"bought product X" is built from recorded properties', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await aboutOrders(page);
  await rule(page).getByLabel('Property', { exact: true }).click();
  for (const name of ['lines.sku', 'shipping.country', 'total', 'value']) {
    await page.getByRole('option', { name }).first().waitFor();
  }
  await page.getByRole('option', { name: 'items' }).click();
  await rule(page).getByLabel('Value', { exact: true }).fill('Boots');
  await total(page, '1 person on Shoppers matches');
  const where = [{ property: 'items', operator: 'contains', value: 'Boots' }];
  expect(await saved(page, 'Bought boots')).toEqual({ name: 'order', where });
  expect(complaints).toEqual([]);
  await context.close();
});

test('"order over 100" is typed in whole units of the orders’ currency', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await aboutOrders(page);
  await rule(page).getByLabel('Property', { exact: true }).click();
  await page.getByRole('option', { name: 'value' }).click();
  await rule(page).getByLabel('Amount').fill('100');
  expect(await rule(page).getByLabel('Currency', { exact: true }).inputValue()).toBe('EUR');
  await total(page, '1 person on Shoppers matches');
  await rule(page).getByLabel('Amount').fill('99.99');
  await total(page, '2 people on Shoppers match');
  await rule(page).getByLabel('Amount').fill('100');
  await total(page, '1 person on Shoppers matches');
  const where = [
    { property: 'value', operator: 'gte', value: 10_000 },
    { property: 'currency', operator: 'equals', value: 'EUR' },
  ];
  expect(await saved(page, 'Large orders')).toEqual({ name: 'order', where });
  await page.reload();
  await arriveAt(page, 'Large orders');
  expect(await rule(page).getByLabel('Amount').inputValue()).toBe('100');
  expect(complaints).toEqual([]);
  await context.close();
});

test('an amount may end in a zero after the decimal point', async () => {
  const { page, context } = await openSignedIn(browser, dashboard);
  await aboutOrders(page);
  await rule(page).getByLabel('Property', { exact: true }).click();
  await page.getByRole('option', { name: 'value' }).click();
  await rule(page).getByLabel('Amount').pressSequentially('99.90');
  expect(await rule(page).getByLabel('Amount').inputValue()).toBe('99.90');
  await total(page, '2 people on Shoppers match');
  expect(await saved(page, 'Nearly a hundred')).toMatchObject({ where: [{ value: 9_990 }, { value: 'EUR' }] });
  await context.close();
});

test.each([
  ['en-GB', 'Amount', '1,000', 100_000, '1,000'],
  ['en-GB', 'Amount', '1,000.50', 100_050, '1,000.50'],
  ['en-GB', 'Amount', '12,50', 1_250, '12.50'],
])('in %s, %s typed key by key as %s asks for %d', async (locale, label, typed, value, shown) => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard, { locale });
  await aboutOrders(page);
  await rule(page).getByLabel('Property', { exact: true }).click();
  await page.getByRole('option', { name: 'value' }).click();
  await rule(page).getByLabel(label).pressSequentially(typed);
  const name = `Orders of ${typed}`;
  expect(await saved(page, name)).toMatchObject({ where: [{ value }, { value: 'EUR' }] });
  await page.reload();
  await arriveAt(page, name);
  expect(await rule(page).getByLabel(label).inputValue()).toBe(shown);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an impossible rule shows its error at the rule', async () => {
  const { page, context } = await openSignedIn(browser, dashboard);
  await aboutOrders(page);
  await rule(page).getByLabel('Property', { exact: true }).fill('a..b');
  await rule(page).getByLabel('Value', { exact: true }).fill('x');
  await rule(page).getByRole('alert').filter({ hasText: 'empty part' }).waitFor();
  await rule(page).getByLabel('Property', { exact: true }).fill('shipping.country');
  await rule(page).getByLabel('Value', { exact: true }).fill('de');
  await total(page, '1 person on Shoppers matches');
  await context.close();
});
