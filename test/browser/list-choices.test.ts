import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let news: string;

const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('email\nmara@bakery.example\n') };

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  news = await makeList(dashboard.api, { name: 'News' });
  await makeList(dashboard.api, { name: 'Wholesale', requires_confirmation: true });
  await makeList(dashboard.api, { name: 'news ' });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);

test('the importer asks for a list when there are several, and does nothing before', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/lists/imports/new`);
  const list = page.getByLabel('List', { exact: true });
  expect(await list.inputValue()).toBe('');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Choose a list to see what the import will do.').waitFor();
  expect(await page.getByRole('button', { name: /Import into/ }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await list.selectOption('Wholesale');
  await page.getByRole('button', { name: 'Import into Wholesale' }).waitFor();
  await page.getByText('New people get a confirmation e-mail').waitFor();
  expect(await list.locator('option').allTextContents()).not.toContain('Choose a list');
  expect(complaints).toEqual([]);
  await context.close();
});

test('lists of the same name are told apart in selects', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/lists/imports/new`);
  const list = page.getByLabel('List', { exact: true });
  await list.waitFor();
  const options = await list.locator('option').allTextContents();
  expect(options).toHaveLength(4);
  expect(new Set(options).size).toBe(4);
  expect(options.filter((name) => /^news \(.+\)/i.test(name))).toHaveLength(2);
  await context.close();
});

test('a new form and a new segment begin without a list', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/forms`);
  await page.getByRole('button', { name: 'Create form' }).first().click();
  const drawer = page.getByRole('dialog');
  expect(await drawer.getByLabel('List', { exact: true }).inputValue()).toBe('');
  await drawer.getByLabel('Name', { exact: true }).fill('Website');
  await drawer
    .getByRole('button', { name: 'Create form' })
    .or(drawer.getByRole('button', { name: 'Save' }))
    .click();
  await drawer.locator('select[aria-invalid=true]').waitFor();
  await page.goto(`${dashboard.url}/segments`);
  await page.getByRole('link', { name: 'Create segment' }).first().click();
  await page.getByText('A segment groups the people of one list.').waitFor();
  await page.getByLabel('List', { exact: true }).selectOption('Wholesale');
  await page.getByText('Wholesale').first().waitFor();
  expect(new URL(page.url()).searchParams.get('list')).not.toBeNull();
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
  await context.close();
});

test('segments of all lists are shown with their lists', async () => {
  const { api } = dashboard;
  await subscribe(api, news, [{ email: 'ann@news.example', tags: ['vip'] }]);
  const rules = [{ type: 'tags', operator: 'has_any', value: ['vip'] }];
  await api.rest('POST', `/lists/${news}/segments`, { name: 'VIP', conditions: { operator: 'and', rules } });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/segments`);
  await page.getByRole('row', { name: /VIP News \(/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('List', { exact: true }).selectOption('Wholesale');
  await page.getByText('No segments yet').waitFor();
  await context.close();
});
