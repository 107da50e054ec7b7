import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { checkScreen, checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

const ANN = 'ann@people.test';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  await subscribe(dashboard.api, await makeList(dashboard.api), [{ email: ANN }]);
  await record({ name: 'visit', properties: { page: '/shoes', nested: { size: 42 } } });
  await record({ name: 'order', value: 12_50, currency: 'EUR', reference: 'A-1', properties: { sku: 'rye' } });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

async function record(event: object): Promise<void> {
  const { status, body } = await dashboard.api.rest('POST', '/events', { email: ANN, ...event });
  expect(status, JSON.stringify(body)).toBe(201);
}

async function sell(conversion: object): Promise<string> {
  const { body } = await dashboard.api.rest('POST', '/conversions', {
    email: ANN,
    value: 1_00,
    currency: 'EUR',
    ...conversion,
  });
  return body.data.id;
}

test('new events show live, and the keyboard unfolds their properties', async () => {
  const { page, context, complaints } = await open({ role: 'viewer' });
  await page.goto(`${dashboard.url}/events`);
  await page.getByRole('button', { name: 'order' }).first().waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await expectToAppear(page, 'cart.filled', () =>
    record({ name: 'cart.filled', properties: { items: ['rye bread'] } }),
  );
  await page.getByRole('button', { name: 'cart.filled' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('"rye bread"').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a paused stream counts new events, and shows them on resume', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/events?name=paused`);
  await expectToAppear(page, 'paused', () => record({ name: 'paused' }));
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const before = await page.getByRole('row').count();
  for (let count = 0; count < 3; count++) await record({ name: 'paused', reference: `p${count}` });
  await page.getByText('Paused, 3 new').waitFor();
  expect(await page.getByRole('row').count()).toBe(before);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page
    .getByRole('row')
    .nth(before + 2)
    .waitFor();
  expect(await page.getByRole('row').count()).toBe(before + 3);
  await context.close();
});

/** The stream starts a moment after the page, so the first event may have arrived earlier. */
async function expectToAppear(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  const shown = page.getByRole('button', { name }).first();
  for (;;) {
    await act();
    if (
      await shown.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
  }
}

test('filters are in the URL', async () => {
  await dashboard.api.rest('POST', '/events', { email: 'bob@people.test', name: 'visit' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/events`);
  await page.getByLabel('Person').fill('bob@people.test');
  await page.waitForURL(/email=bob/);
  await page.getByRole('combobox', { name: 'Event' }).fill('visit');
  await page.waitForURL(/name=visit/);
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await page.getByRole('link', { name: 'bob@people.test' }).first().waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('No events yet').waitFor();
  expect(complaints).toEqual([]);
  await page.goto(`${dashboard.url}/events?email=nobody`);
  await page.getByRole('alert').waitFor();
  await context.close();
});

test('revenue is shown by day and currency, and a refund reduces it', async () => {
  await sell({ currency: 'USD', value: 7_00, reference: 'usd' });
  await sell({ value: 20_00, reference: 'refund-me' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/events/revenue`);
  await section(page, 'Revenue by day').getByText('€32.50 from 2 orders, net of refunds').waitFor();
  const bars = section(page, 'Revenue by day').locator('figure svg');
  const { width = 0 } = (await bars.boundingBox()) ?? {};
  await bars.hover({ position: { x: width - 2, y: 20 } });
  await section(page, 'Revenue by day').locator('figure b', { hasText: '€32.50' }).waitFor();
  const row = section(page, 'Sales').getByRole('row', { name: /refund-me/ });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in EUR').fill('99');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByText('Enter an amount up to €20.00.', { exact: false }).waitFor();
  complaints.length = 0; // the refusal is an answer with errors
  await dialog.getByLabel('Amount in EUR').fill('5.50');
  await page.keyboard.press('Enter');
  await row.getByText('€5.50 refunded').waitFor();
  await section(page, 'Revenue by day').getByText('€27.00 from 2 orders, net of refunds').waitFor();
  await page.getByLabel('Refunded only').check();
  await page.waitForURL(/refunded=yes/);
  await page.waitForFunction(() => document.querySelectorAll('section:last-of-type tbody tr').length > 0);
  await page.getByLabel('Currency').selectOption('USD');
  await section(page, 'Revenue by day').getByText('$7.00 from 1 order, net of refunds').waitFor();
  expect(complaints).toEqual([]);
  const { page: other, context: elsewhere } = await open({ role: 'viewer' });
  await other.goto(page.url());
  await section(other, 'Sales')
    .getByRole('row', { name: /refund-me/ })
    .waitFor();
  expect(
    await section(other, 'Sales')
      .getByRole('button', { name: /Refund/ })
      .count(),
  ).toBe(0);
  await context.close();
  await elsewhere.close();
});

test.each(LANGUAGES)('no page has an axe violation or scrolls sideways: %s', async (_, options) => {
  const wide = { name: `wide ${'w'.repeat(80)}`, properties: { w: 'w'.repeat(300) } };
  await record({ email: `a${'x'.repeat(50)}@people.test`, ...wide });
  const { page, context, complaints } = await open(options);
  await page.goto(`${dashboard.url}/events`);
  await page.getByRole('button', { name: /^wide/ }).first().click();
  await checkScreen(page, 'events, one unfolded');
  for (const [path, ready] of [
    ['events?email=nobody%40people.test', 'main [role=search]'],
    ['events/revenue', 'figure svg'],
    ['events/revenue?from=2020-01-01&to=2020-01-02', 'main [role=search]'],
    ['events/revenue?by=TEMPLATE', 'figure svg'],
  ] as const)
    await checkScreenAt(page, dashboard.url, path, ready);
  expect(complaints).toEqual([]);
  await context.close();
});
