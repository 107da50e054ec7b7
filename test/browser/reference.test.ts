import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { checkPage } from '../support/check-page.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser, openPage } from './chromium.ts';

let api: TestApp;
let browser: Browser;
let url: string;
beforeAll(async () => {
  ({ api, url } = await openDashboard());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await api.close();
});

test.each([
  ...['/reference', '/reference/webhooks', '/reference/rest/campaigns', '/reference/rest/events'],
  ...['/reference/graphql/Mutation', '/reference/graphql/Campaign', '/reference/graphql/CreateCampaignInput'],
  ...['/reference/graphql/CampaignStatus', '/reference/graphql/Node', '/reference/graphql/Nothing'],
])('%s has no axe violation and does not scroll sideways on a small phone, in light or dark mode', async (path) => {
  const { context, page, complaints, requests } = await openPage(browser, { viewport: { width: 320, height: 568 } });
  const answer = await page.goto(`${url}${path}`);
  await checkPage(page, 'en');
  // The browser logs the status of a page that does not exist.
  const isMissing = answer?.status() === 404;
  expect(complaints.filter((complaint) => !(isMissing && /status of 404/.test(complaint)))).toEqual([]);
  expect(requests.filter((request) => !request.startsWith(url))).toEqual([]);
  await context.close();
});

test('the filter shows the matching operations and types, and hides empty groups', async () => {
  const { context, page, complaints } = await openPage(browser);
  await page.goto(`${url}/reference`);
  await page.getByLabel('Filter operations and types').fill('create template');
  await page
    .getByRole('status')
    .getByText(/entries$/)
    .waitFor();
  await page.getByRole('link', { name: 'Create a template', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Create a list', exact: true }).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Lists', exact: true }).isVisible()).toBe(false);
  await page.getByLabel('Filter operations and types').fill('nothing is called this');
  await page.getByRole('status').getByText('No results', { exact: true }).waitFor();
  await page.getByLabel('Filter operations and types').fill('');
  await page.getByRole('link', { name: 'Create a list', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a member finds the reference in the dashboard, and its way back to the API tokens', async () => {
  const { context, page, complaints } = await openSignedIn(browser, { api, url }, { role: 'owner' });
  await page.goto(url);
  await page.getByRole('button', { name: 'My team' }).click();
  await page.getByRole('link', { name: 'API reference' }).click();
  await arriveAt(page, 'API reference');
  await page.getByRole('link', { name: 'Settings, API tokens' }).click();
  await page.getByRole('heading', { name: 'API tokens' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('without scripts everything is there but the filter', async () => {
  const { context, page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${url}/reference`);
  expect(await page.getByLabel('Filter operations and types').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Create a list', exact: true }).click();
  await page.getByRole('heading', { name: 'Create a list', exact: true }).waitFor();
  expect(page.url()).toBe(`${url}/reference/rest/lists#createList`);
  await page.getByText('Example of the response').first().click();
  await page.getByText('"from_email": "hello@shop.example"').first().waitFor();
  await context.close();
});

test('a keyboard user skips to the content, and follows an operation to its GraphQL field with a visible focus', async () => {
  const { context, page } = await openPage(browser);
  await page.goto(`${url}/reference/rest/tags`);
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').innerText()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').evaluate((link) => link.closest('nav')?.ariaLabel)).toBe('Operations');
  const link = page.getByRole('link', { name: 'createTag', exact: true });
  await link.focus();
  expect(await link.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/reference/graphql/Mutation#createTag`);
  await context.close();
});
