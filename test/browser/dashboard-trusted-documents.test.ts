import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
beforeAll(async () => {
  dashboard = await openDashboard({ trustedDocumentsOnly: true });
  await makeList(dashboard.api, { name: 'News' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

test('with TRUSTED_DOCUMENTS=only the dashboard reads, writes and follows', async () => {
  const { page, complaints } = await openSignedIn(browser, dashboard, { role: 'owner' });
  const { url, api } = dashboard;
  expect((await api.graphql('{ lists { totalCount } }')).body.errors[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
  await page.goto(`${url}/lists`);
  await page.getByText('News').first().waitFor();
  await page.getByRole('button', { name: 'Create list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('Readers');
  await dialog.getByLabel('Sender address').fill('news@shop.test');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await arriveAt(page, 'Readers');
  await page.goto(`${url}/events`);
  await page.getByText('Live', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('with TRUSTED_DOCUMENTS=only a member explores the API in the playground', async () => {
  const { page, complaints } = await openSignedIn(browser, dashboard, { role: 'owner' });
  await page.goto(dashboard.url);
  await page.getByRole('button', { name: 'My team' }).click();
  await page.getByRole('link', { name: 'GraphQL playground' }).waitFor();
  expect(await page.getByRole('link', { name: 'API reference' }).count()).toBe(0); // it is not served
  await page.getByRole('link', { name: 'GraphQL playground' }).click();
  await page.locator('.graphiql-editor .view-lines').getByText('Welcome').first().waitFor();
  await page.getByRole('button', { name: /execute query/i }).click();
  await page.getByText('"News"').first().waitFor();
  expect(complaints.filter((complaint) => !/deprecat/i.test(complaint))).toEqual([]);
});
