import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './chromium.ts';

/** The client of graphql-sse as browsers load it, which defines `graphqlSse`. */
const CLIENT = await readFile(new URL('../../node_modules/graphql-sse/umd/graphql-sse.js', import.meta.url), 'utf8');

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

const FOLLOW = `
  window.seen = Array.from({ length: 8 }, () => 0);
  const client = graphqlSse.createClient({ url: '/graphql', singleConnection: true });
  window.seen.forEach((_, index) => client.subscribe(
    { query: 'subscription { objectChanged(kinds: [TAG]) { objectId } }' },
    { next: () => { window.seen[index] += 1; }, error: () => {}, complete: () => {} },
  ));
`;
const ASK = `fetch('/graphql', {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ team { id } }' }),
}).then((response) => response.status)`;

test('a page with eight subscriptions over one connection still gets answers', async () => {
  const { page } = await openSignedIn(browser, dashboard, { role: 'viewer' });
  await page.goto(dashboard.url);
  await page.evaluate(CLIENT);
  await page.evaluate(`{${FOLLOW}}`);
  let made = 0;
  await until(async () => {
    await dashboard.api.rest('POST', '/tags', { name: `tag ${++made}` });
    return (await page.evaluate<number[]>('window.seen')).every((count) => count > 0);
  });
  expect(await page.evaluate(ASK)).toBe(200);
});
