import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('each empty screen has a button that makes the first one', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  for (const [path, button, opens] of [
    ['people', 'Create your first list', 'Create list'],
    ['segments', 'Create your first list', 'Create list'],
    ['campaigns/new', 'Create your first list', 'Create list'],
    ['lists/imports/new', 'Create your first list', 'Create list'],
    ['lists', 'Create your first list', 'Create list'],
    ['automations', 'Create your first automation', 'Create automation'],
    ['forms', 'Create your first form', 'Create form'],
  ] as const) {
    await page.goto(`${dashboard.url}/${path}`);
    const main = page.getByRole('main');
    await main
      .getByRole('link', { name: button })
      .or(main.getByRole('button', { name: button }))
      .click();
    await page.getByRole('dialog', { name: opens }).waitFor();
  }
  for (const [path, button, title] of [
    ['templates', 'Create your first template', 'New template'],
    ['campaigns', 'Create your first campaign', 'New campaign'],
    ['transactional', 'Send your first e-mail', 'Send e-mail'],
  ] as const) {
    await page.goto(`${dashboard.url}/${path}`);
    await page.getByRole('main').getByRole('link', { name: button }).click();
    await arriveAt(page, title);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('a viewer is offered nothing that the role does not allow', async () => {
  const { page, context } = await openSignedIn(browser, dashboard, { role: 'viewer' });
  for (const path of ['people', 'segments', 'lists', 'templates', 'transactional']) {
    await page.goto(`${dashboard.url}/${path}`);
    await page.getByText(/^No .* yet$/).waitFor();
    const main = page.getByRole('main');
    const offered = main.getByRole('link', { name: /your first/ }).or(main.getByRole('button', { name: /your first/ }));
    expect([path, await offered.count()]).toEqual([path, 0]);
  }
  await context.close();
});
