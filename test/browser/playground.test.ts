import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList } from '../support/audience.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
beforeAll(async () => {
  dashboard = await openDashboard();
  await makeList(dashboard.api, { name: 'News' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const MUTATION = encodeURIComponent('mutation{createTag(input:{name:"planted"}){tag{id}}}');
const editor = '.graphiql-editor .view-lines';

test('a signed-in member explores the API in the playground', async () => {
  const { page, complaints } = await openSignedIn(browser, dashboard, { role: 'owner' });
  await page.goto(`${dashboard.url}/graphql`);
  await page.locator(editor).getByText('Welcome').first().waitFor();
  await page.getByRole('button', { name: /execute query/i }).click();
  await page.getByText('"News"').first().waitFor();
  expect(complaints.filter((complaint) => !/deprecat/i.test(complaint))).toEqual([]);
});

test.each(['/graphql', '/playground', '/api/graphql'])(
  'an operation in the URL of %s is neither shown nor run',
  async (path) => {
    const { page } = await openSignedIn(browser, dashboard, { role: 'owner' });
    await page.goto(`${dashboard.url}${path}?query=${MUTATION}&variables={}&operationName=x#query=${MUTATION}`);
    await page.locator(editor).getByText('Welcome').first().waitFor();
    expect(await page.locator('body').innerText()).not.toContain('planted');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.getByText('"News"').first().waitFor();
    const tags = await dashboard.api.rest('GET', '/tags');
    expect(JSON.stringify(tags.body)).not.toContain('planted');
    await page.reload();
    await page.locator(editor).getByText('Welcome').first().waitFor();
    expect(await page.locator('body').innerText()).not.toContain('planted');
  },
);

test.each(['/graphql', '/playground', '/', '/account', '/people', '/sign-in'])(
  'a page of the same site cannot frame %s',
  async (path) => {
    const { page } = await openSignedIn(browser, dashboard, { role: 'owner' });
    // Another port of the same host: another origin of the same site.
    const elsewhere = 'http://127.0.0.1:14110/';
    await page.route(elsewhere, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${dashboard.url}${path}?query=${MUTATION}"></iframe>`,
      }),
    );
    await page.goto(elsewhere);
    await until(() => page.frames()[1]?.url().startsWith('chrome-error:'));
  },
);
