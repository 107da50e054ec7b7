import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arriveAt } from '../support/dashboard.ts';
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

const steps = (page: Page) => page.getByRole('region', { name: 'Get started' });
const isDone = (page: Page, step: string) =>
  steps(page).getByRole('listitem').filter({ hasText: step }).getByText('(done)').waitFor();

test('a newcomer reads a first test e-mail at most eight clicks after the printed link', async () => {
  let clicks = 1; // “Join”
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const { page, context, complaints } = await joinNewTeam(browser, dashboard, 'mara@bakery.test');
  await click(steps(page).getByRole('link', { name: 'Choose template' }));
  await click(page.getByRole('button', { name: 'Create template' }));
  await click(page.getByRole('button', { name: 'Send test' }));
  const dialog = page.getByRole('dialog');
  await click(dialog.getByRole('button', { name: 'Send test' }));
  await dialog.getByText('The test to mara@bakery.test was kept in the outbox.').waitFor();
  await click(dialog.getByRole('link', { name: 'View e-mail' }));
  await page.getByRole('heading', { level: 1, name: /^\[Test\]/ }).waitFor();
  expect(clicks).toBeLessThanOrEqual(8);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a new team sees first steps instead of warnings and empty boxes, and each step leads there', async () => {
  const { page, context, complaints } = await joinNewTeam(browser, dashboard, 'new@bakery.test');
  await steps(page).getByText('0 of 7 steps done').waitFor();
  await page.getByRole('region', { name: 'Health' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Get started', 'Health']);
  expect(await violations(page)).toEqual([]);
  for (const [action, title] of [
    ['Set up brand', 'Team and brand'],
    ['Connect', 'Transports'],
    ['Set up domain', 'Sending domains'],
    ['Add people', 'Lists'],
    ['Choose template', 'New template'],
    ['Start campaign', 'New campaign'],
  ] as const) {
    await steps(page).getByRole('link', { name: action, exact: true }).click();
    await arriveAt(page, title);
    await page.goBack();
  }
  await steps(page).getByRole('button', { name: 'Hide' }).click();
  await steps(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('region', { name: 'Health' }).waitFor();
  expect(await steps(page).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('first steps tick themselves while others do them', async () => {
  const { page, context, token } = await joinNewTeam(browser, dashboard, 'live@bakery.test');
  const { rest } = dashboard.api;
  const made = async (path: string, body: object, method = 'POST') => {
    const answer = await rest(method, path, body, { token });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  await steps(page).getByText('0 of 7 steps done').waitFor();
  await made('/templates', { name: 'Hello', editor: 'html', subject: 'Hello', content: '<p>Hello</p>' });
  await isDone(page, 'First e-mail');
  const list = await made('/lists', { name: 'Readers', from_email: 'shop@bakery.test' });
  await steps(page).getByRole('link', { name: 'Add people' }).and(page.locator('[href*="imports"]')).waitFor();
  await made(`/lists/${list.id}/subscribers`, { email: 'ann@people.test' });
  await isDone(page, 'First people');
  await made('/transactional-mails', { from: 'shop@bakery.test', to: ['live@bakery.test'], template: 'Hello' });
  await isDone(page, 'Test e-mail');
  await steps(page).getByText('3 of 7 steps done').waitFor();
  await context.close();
});
