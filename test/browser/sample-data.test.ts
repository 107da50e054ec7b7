import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribe } from '../support/audience.ts';
import { openSignedIn } from '../support/dashboard.ts';
import { joinNewTeam, openFirstRun } from '../support/newcomer.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openFirstRun>>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openFirstRun();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});

const notice = (page: Page) => page.getByRole('complementary', { name: 'Sample data' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a newcomer loads sample data from the first steps and removes it on Today, each with one click and a confirmation', async () => {
  const { page, context, complaints } = await joinNewTeam(browser, dashboard, 'sample@bakery.test');
  await page.getByText('0 of 7 steps done').waitFor();
  await button(page, 'Load sample data').click();
  await notice(page).getByText('This team has sample data: 200 invented people').waitFor();
  await page
    .getByRole('region', { name: 'Recent campaigns' })
    .getByRole('row', { name: /^Sourdough Sunday/ })
    .waitFor();
  await page.getByRole('region', { name: 'Revenue (30 days)' }).getByRole('row').nth(1).waitFor();
  await page.getByText('0 of 7 steps done').waitFor(); // the sample is not the newcomer's own work
  expect(await button(page, 'Load sample data').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await notice(page).getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByRole('dialog').getByText('200 sample people').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByRole('status').getByText('The sample data is removed.').waitFor();
  await button(page, 'Load sample data').waitFor();
  expect(await notice(page).count()).toBe(0);
  await page.getByRole('region', { name: 'Recent campaigns' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the settings name the sample list that stays because it has other people', async () => {
  const { api, url } = dashboard;
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await page.goto(`${url}/settings/team`);
  await button(page, 'Load sample data').click();
  await page.getByText('This team has sample data: 200 invented people').waitFor();
  const lists: { id: string; name: string }[] = (await api.rest('GET', '/lists')).body.data;
  const wholesale = lists.find(({ name }) => name === 'Wholesale (sample)')!;
  await subscribe(api, wholesale.id, [{ email: 'own@people.test' }]);
  await button(page, 'Remove sample data').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByText('These sample lists stay because you use them: Wholesale (sample).').waitFor();
  await button(page, 'Load sample data').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the settings say why sample data cannot be loaded', async () => {
  const { api, url } = dashboard;
  await api.rest('POST', '/webhooks', { url: 'https://hooks.shop.test/in', kinds: ['*'] });
  const { page, context } = await openSignedIn(browser, dashboard, { locale: 'de-DE' });
  await page.goto(`${url}/settings/team`);
  await button(page, 'Beispieldaten laden').click();
  await page
    .getByRole('alert')
    .getByText('Der Webhook https://hooks.shop.test/in würde über die Beispieldaten benachrichtigt.')
    .waitFor();
  await context.close();
});
