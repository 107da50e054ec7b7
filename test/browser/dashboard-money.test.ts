import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

const ANN = 'ann@people.test';

/** A sale in each currency, in the smallest unit, and its British English format. */
const WRITTEN: [currency: string, value: number, shown: string][] = [
  ...([
    'HUF',
    'IDR',
    'COP',
    'PKR',
    'LAK',
    'ALL',
    'AFN',
    'IRR',
    'MMK',
    'MGA',
    'LBP',
    'SYP',
    'YER',
    'SOS',
    'KPW',
    'RSD',
  ].map((currency) => [currency, 500_000, `${currency} 5,000.00`]) as [string, number, string][]),
  ['IQD', 500_000, 'IQD 500.000'],
  ['KWD', 12_345, 'KWD 12.345'],
  ['BHD', 1_005, 'BHD 1.005'],
  ['TND', 1, 'TND 0.001'],
  ['CLF', 12_345, 'CLF 1.2345'],
  ['UYW', 1, 'UYW 0.0001'],
  ['JPY', 5_000, 'JP¥5,000'],
  ['VND', 50_000, '₫50,000'],
  ['EUR', 1_250, '€12.50'],
  ['MRU', 999, 'MRU 9.99'],
  ['QQQ', 1_250, 'QQQ 12.50'],
];

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'Readers' });
  await subscribe(dashboard.api, list, [{ email: ANN }]);
  for (const [currency, value] of WRITTEN) await sell(`in ${currency}.`, { currency, value });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

async function sell(reference: string, sale: object): Promise<void> {
  const { status } = await dashboard.api.rest('POST', '/conversions', { email: ANN, reference, ...sale });
  expect(status).toBe(201);
}

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const rowOf = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
/** Amounts use non-breaking spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const saleOf = (reference: string) => dashboard.api.db.sale.findFirstOrThrow({ where: { reference } });

test('amounts on all screens have the decimals of ISO 4217', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/events/revenue`);
  const rows = new Map<string, string>();
  for (;;) {
    await page.getByRole('row').nth(1).waitFor();
    for (const row of await page.getByRole('row').allInnerTexts()) {
      const [, currency] = /in (\w{3})\./.exec(row) ?? [];
      if (currency) rows.set(currency, plain(row));
    }
    if (rows.size === WRITTEN.length) break;
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/after=/);
    await page.waitForFunction(
      (known) => ![...document.querySelectorAll('tr')].some((row) => row.innerText.includes(known)),
      `in ${[...rows.keys()][0]}.`,
    );
  }
  for (const [currency, , shown] of WRITTEN)
    expect([currency, rows.get(currency)]).toEqual([currency, expect.stringContaining(shown)]);
  await page.goto(`${dashboard.url}/events/revenue?currency=HUF`);
  await page.getByRole('region', { name: 'Revenue by day' }).getByText('HUF 5,000.00 from 1 order').waitFor();
  await page.goto(`${dashboard.url}/people/${encodeURIComponent(ANN)}`);
  await page.getByText('IQD 500.000', { exact: false }).first().waitFor();
  await page.getByText('HUF 5,000.00', { exact: false }).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['HUF', 2_000_000, '5000', 500_000, 'HUF 5,000.00'],
  ['IDR', 9_900_050, '99000.50', 9_900_050, 'IDR 99,000.50'],
  ['KWD', 12_345, '1.005', 1_005, 'KWD 1.005'],
  ['JPY', 5_000, '1500', 1_500, 'JP¥1,500'],
  ['CLF', 50_000, '0.0001', 1, 'CLF 0.0001'],
  ['QQQ', 1_000, '1.15', 115, 'QQQ 1.15'],
  ['PKR', 2_000_000, '5,000', 500_000, 'PKR 5,000.00'],
  ['RSD', 2_000_000, '1,000.50', 100_050, 'RSD 1,000.50'],
  ['MMK', 2_000_000, '12,50', 1_250, 'MMK 12.50'],
  ['COP', 2_000_000, '1.200,5', 120_050, 'COP 1,200.50'],
  ['ALL', 2_000_000, '1\u00a0000', 100_000, 'ALL 1,000.00'],
])('a refund in %s of %d, typed as %s, takes back %d', async (currency, value, typed, refunded, shown) => {
  const reference = `refund ${currency}.`;
  await sell(reference, { currency, value });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/events/revenue`);
  await rowOf(page, reference).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Amount in ${currency}`).fill(typed);
  await dialog.getByRole('button', { name: `Refund ${shown}`, exact: true }).click();
  await rowOf(page, reference).getByText(`${shown} refunded`).waitFor();
  expect(await saleOf(reference)).toMatchObject({ refunded: BigInt(refunded) });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a refund retried after a lost response happens once, and a new form refunds again', async () => {
  await sell('lost answer', { currency: 'HUF', value: 2_000_000 });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/events/revenue`);
  let lost = 0;
  await page.route('**/graphql', async (route) => {
    if (lost > 0 || !route.request().postData()?.includes('refundSale')) return route.continue();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await rowOf(page, 'lost answer').getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in HUF').fill('5000');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(lost).toBe(1);
  expect(await saleOf('lost answer')).toMatchObject({ refunded: 500_000n });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await rowOf(page, 'lost answer').getByText('HUF 5,000.00 refunded').waitFor();
  await rowOf(page, 'lost answer').getByRole('button').click();
  await dialog.getByLabel('Amount in HUF').fill('1');
  await page.keyboard.press('Enter');
  await rowOf(page, 'lost answer').getByText('HUF 5,001.00 refunded').waitFor();
  expect(await saleOf('lost answer')).toMatchObject({ refunded: 500_100n });
  await context.close();
});

test('an invalid amount refunds nothing', async () => {
  await sell('no number', { currency: 'EUR', value: 1_000 });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/events/revenue`);
  await rowOf(page, 'no number').getByRole('button').click();
  const dialog = page.getByRole('dialog');
  for (const [typed, said] of [
    ['', 'Enter an amount up to €10.00.'],
    ['-', 'Enter a number, such as 1,234.50.'],
    ['.', 'Enter a number, such as 1,234.50.'],
    ['1,0000', 'Enter a number, such as 1,234.50.'],
    ['5.000', 'Use at most 2 decimals, such as 1,234.50.'],
  ] as const) {
    await dialog.getByLabel('Amount in EUR').fill(typed);
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.getByText(said, { exact: false }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await saleOf('no number')).toMatchObject({ refunded: 0n });
  }
  await context.close();
});

test.each([
  ['HUF', '5000', 500_000, '5,000'],
  ['IDR', '1250000.50', 125_000_050, '1,250,000.50'],
  ['KWD', '1.005', 1_005, '1.005'],
  ['JPY', '5000', 5_000, '5,000'],
  ['UYW', '1.2345', 12_345, '1.2345'],
  ['QQQ', '12.50', 1_250, '12.50'],
  ['EUR', '1000.05', 100_005, '1,000.05'],
  ['USD', '1,000', 100_000, '1,000'],
])('a rule on a total in %s, typed as %s, is saved as %d and shown as %s', async (currency, typed, amount, shown) => {
  const name = `Rich in ${currency}`;
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await arriveAt(page, 'New segment');
  await page.getByLabel('Name', { exact: true }).fill(name);
  const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
  await rule.getByLabel('Type').selectOption('revenue');
  await rule.getByLabel('Operator').selectOption('total_gte');
  await rule.getByLabel('Currency').fill(currency.toLowerCase());
  await rule.getByLabel('Amount').fill(typed);
  await page.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, name);
  const { body } = await dashboard.api.rest('GET', `/lists/${list}/segments?per_page=100`);
  const saved = body.data.find((segment: { name: string }) => segment.name === name);
  expect(saved.conditions.rules).toEqual([{ type: 'revenue', operator: 'total_gte', value: { amount, currency } }]);
  await page.reload();
  await arriveAt(page, name);
  expect(await rule.getByLabel('Amount').inputValue()).toBe(shown);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an amount typed before its currency stays as typed', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await arriveAt(page, 'New segment');
  const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
  await rule.getByLabel('Type').selectOption('revenue');
  await rule.getByLabel('Operator').selectOption('total_gte');
  await rule.getByLabel('Amount').fill('5000');
  for (const currency of ['jpy', 'huf', 'kwd', 'clf', 'eur']) {
    await rule.getByLabel('Currency').fill(currency);
    expect(await rule.getByLabel('Amount').inputValue()).toBe('5000');
  }
  await context.close();
});

test('typing an amount uses the screen’s number format, and the button names the amount', async () => {
  await sell('by key', { currency: 'HUF', value: 2_000_000 });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/events/revenue`);
  await rowOf(page, 'by key').getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Amount in HUF');
  expect(await field.inputValue()).toBe('20,000');
  await field.clear();
  await field.pressSequentially('5,000');
  await dialog.getByRole('button', { name: 'Refund HUF 5,000.00', exact: true }).click();
  await rowOf(page, 'by key').getByText('HUF 5,000.00 refunded').waitFor();
  expect(await saleOf('by key')).toMatchObject({ refunded: 500_000n });
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['5.000', 500_000, '5.000,00'],
  ['1.000,50', 100_050, '1.000,50'],
  ['12.50', 1_250, '12,50'],
])('in German, a refund typed as %s takes back %d', async (typed, refunded, shown) => {
  const reference = `deutsch ${typed}.`;
  await sell(reference, { currency: 'HUF', value: 379_450 * 5 });
  const { page, context, complaints } = await open({ locale: 'de-DE' });
  await page.goto(`${dashboard.url}/events/revenue`);
  await rowOf(page, reference).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Betrag in HUF');
  expect(await field.inputValue()).toBe('18.972,50');
  await field.clear();
  await field.pressSequentially(typed);
  await dialog.getByRole('button', { name: `${shown} HUF erstatten`, exact: true }).click();
  await rowOf(page, reference).getByText(`${shown} HUF erstattet`).waitFor();
  expect(await saleOf(reference)).toMatchObject({ refunded: BigInt(refunded) });
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['JPY', '50.5', 'Enter a whole number, such as 1,234.'],
  ['KWD', '1.1255', 'Use at most 3 decimals, such as 1,234.500.'],
])('more decimals than %s has, %s, refund nothing and are kept in the field', async (currency, typed, said) => {
  const reference = `decimals ${currency}.`;
  await sell(reference, { currency, value: 500_000 });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/events/revenue`);
  await rowOf(page, reference).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Amount in ${currency}`).fill(typed);
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByText(said).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await dialog.getByLabel(`Amount in ${currency}`).inputValue()).toBe(typed);
  expect(await saleOf(reference)).toMatchObject({ refunded: 0n });
  await context.close();
});

test('in German, a total rule uses the German number format, and an unreadable number is not saved', async () => {
  const { page, context, complaints } = await open({ locale: 'de-DE' });
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await page.getByLabel('Name', { exact: true }).fill('Reich');
  const rule = page.getByRole('group', { name: 'Regel 1', exact: true });
  await rule.getByLabel('Art').selectOption('revenue');
  await rule.getByLabel('Operator').selectOption('total_gte');
  await rule.getByLabel('Währung').fill('eur');
  await rule.getByLabel('Betrag').fill('1.0000');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await rule.getByText('Geben Sie eine Zahl ein, zum Beispiel 1.234,50.').waitFor();
  await rule.getByLabel('Betrag').clear();
  await rule.getByLabel('Betrag').pressSequentially('1.000');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await arriveAt(page, 'Reich');
  const { body } = await dashboard.api.rest('GET', `/lists/${list}/segments?per_page=100`);
  const saved = body.data.find((segment: { name: string }) => segment.name === 'Reich');
  expect(saved.conditions.rules[0].value).toEqual({ amount: 100_000, currency: 'EUR' });
  await page.reload();
  await arriveAt(page, 'Reich');
  expect(await rule.getByLabel('Betrag').inputValue()).toBe('1.000');
  expect(complaints).toEqual([]);
  await context.close();
});
