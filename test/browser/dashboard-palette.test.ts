import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreen } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openPalette } from '../support/keyboard.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const WORDS = [
  ['embed', 'Forms'],
  ['webhook', 'Settings: webhooks'],
  ['domain', 'Settings: sending domains'],
  ['dns', 'Settings: sending domains'],
  ['deliverability', 'Settings: deliverability'],
  ['complaints', 'Settings: deliverability'],
  ['smtp', 'Settings: transports'],
  ['token', 'Settings: API tokens'],
  ['api key', 'Settings: API tokens'],
  ['invite', 'Invite member'],
  ['logo', 'Settings: team and brand'],
  ['time zone', 'Settings: team and brand'],
  ['bounce', 'Lists: suppressions'],
  ['csv', 'Lists: imports'],
  ['refund', 'Events: revenue'],
  ['dark', 'Dark mode'],
  ['sign out', 'Sign out'],
  ['help', 'API reference'],
  ['docs', 'API reference'],
  ['new list', 'Create list'],
  ['new automation', 'Create automation'],
] as const;

test('the palette finds pages and actions by the words people use', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await page.goto(dashboard.url);
  await arriveAt(page, 'Today');
  await openPalette(page);
  for (const [word, label] of WORDS) {
    await page.getByRole('dialog').getByRole('textbox').fill(word);
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).waitFor();
  }
  await page.getByRole('dialog').getByRole('textbox').fill('dkim');
  await page.keyboard.press('Enter');
  await page.waitForURL(/settings\/domains/);
  await openPalette(page);
  await page.getByRole('dialog').getByRole('textbox').fill('dark');
  await page.keyboard.press('Enter');
  await page.locator('[data-mantine-color-scheme=dark]').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a viewer finds no action or page that is not for them', async () => {
  const { page, context } = await openSignedIn(browser, dashboard, { role: 'viewer' });
  await page.goto(dashboard.url);
  await arriveAt(page, 'Today');
  await openPalette(page);
  await page.getByRole('dialog').getByRole('textbox').fill('audit');
  await page.getByText('No results').waitFor();
  await page.getByRole('dialog').getByRole('textbox').fill('create');
  await page.getByText('No results').waitFor();
  await context.close();
});

test('the question mark lists the keyboard shortcuts', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await page.goto(dashboard.url);
  await arriveAt(page, 'Today');
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').getByText('Search and go to').waitFor();
  await checkScreen(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});
