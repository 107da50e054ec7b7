import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
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

test('calls appear by themselves, are filtered, and lead to the reference', async () => {
  const { api } = dashboard;
  const { page, context, complaints } = await openSignedIn(browser, dashboard, { role: 'viewer' });
  await page.goto(`${dashboard.url}/settings/requests`);
  await arriveAt(page, 'Request log');
  await page.getByText('No API calls yet').waitFor();

  await api.rest('GET', '/lists');
  const { headers } = await api.rest('POST', '/tags', { name: '' });
  await api.graphql('mutation Rename { renameTag(input: { id: "no", name: "" }) { tag { id } } }');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });
  await row('GET /v1/lists').getByText('200').waitFor();

  await page.goto(`${dashboard.url}/settings/tokens`);
  await page.getByRole('row', { name: 'First token' }).getByRole('link').click();
  await page.waitForURL(/\/settings\/requests\?token=/);
  await row('GET /v1/lists').waitFor();
  await page.getByRole('switch', { name: 'Errors only' }).click();
  await row('GET /v1/lists').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'mutation Rename', exact: true }).waitFor();
  await page.getByRole('button', { name: 'POST /v1/tags', exact: true }).click();
  await page.getByText(headers['x-request-id'] as string).waitFor();
  expect(await page.getByRole('link', { name: 'name=required' }).getAttribute('href')).toMatch(
    /\/reference\/graphql\/IssueCode#REQUIRED$/,
  );
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'POST /v1/tags' }).click(),
  ]);
  await opened.waitForURL(/\/reference\/rest\/tags#createTag$/);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('the request log has no axe violation and does not scroll sideways: %s', async (_, options) => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard, { role: 'owner', ...options });
  await dashboard.api.rest('GET', '/lists?page=1');
  await page.goto(`${dashboard.url}/settings/requests`);
  await page.locator('main tbody button').first().click();
  await checkScreenAt(page, dashboard.url, 'settings/requests', 'main tbody button');
  expect(complaints).toEqual([]);
  await context.close();
});
