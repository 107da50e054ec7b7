import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList } from '../support/audience.ts';
import { TEMPLATE } from '../support/campaigns.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { all, languageRule, makeSegment } from '../support/segments.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News' });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const goTo = (page: Page, path: string) => page.goto(`${dashboard.url}/${path}`);

test('creates, edits and deletes in one browser show in another: lists, tags, fields, segments, templates', async () => {
  const mine = await open();
  const theirs = await open({ role: 'viewer', email: 'viewer@team.test' });
  const link = (name: string) => theirs.page.locator('main').getByRole('link', { name, exact: true });

  await goTo(theirs.page, 'lists');
  await link('News').waitFor();
  await goTo(mine.page, 'lists');
  await mine.page.getByRole('button', { name: 'Create list' }).click();
  await mine.page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Offers');
  await mine.page
    .getByRole('dialog')
    .getByLabel(/^Sender address/)
    .fill('offers@x.test');
  await mine.page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click();
  await arriveAt(mine.page, 'Offers');
  await link('Offers').waitFor();

  await goTo(theirs.page, 'lists/tags');
  await arriveAt(theirs.page, 'Tags');
  const { body: tag } = await dashboard.api.rest('POST', '/tags', { name: 'vip' });
  await theirs.page.getByText('vip', { exact: true }).waitFor();
  await dashboard.api.rest('PATCH', `/tags/${tag.data.id}`, { name: 'gold' });
  await theirs.page.getByText('gold', { exact: true }).waitFor();
  await dashboard.api.rest('DELETE', `/tags/${tag.data.id}`);
  await theirs.page.getByText('gold', { exact: true }).waitFor({ state: 'detached' });

  await goTo(theirs.page, 'lists/fields');
  await arriveAt(theirs.page, 'Contact fields');
  await dashboard.api.rest('POST', '/fields', { key: 'shoe_size', label: 'Size of shoes', type: 'number' });
  await theirs.page.getByText('Size of shoes').waitFor();

  await goTo(theirs.page, 'templates');
  await arriveAt(theirs.page, 'Templates');
  await dashboard.api.rest('POST', '/templates', TEMPLATE);
  await link(TEMPLATE.name).first().waitFor();

  await goTo(theirs.page, `segments?list=${list}`);
  await arriveAt(theirs.page, 'Segments');
  const { id: segment } = await makeSegment(dashboard.api, list, all(languageRule('en')), 'English');
  await link('English').waitFor();
  await goTo(mine.page, `segments/${segment}`);
  await arriveAt(mine.page, 'English');
  await mine.page.getByLabel('Name', { exact: true }).fill('Speaks English');
  await mine.page.getByRole('button', { name: 'Save' }).click();
  await link('Speaks English').waitFor();
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  await mine.context.close();
  await theirs.context.close();
});

test('a segment saved by somebody else shows at once, and keeps unsaved changes', async () => {
  const { id: segment } = await makeSegment(dashboard.api, list, all(languageRule('de')), 'German');
  const { page, context, complaints } = await open();
  const save = (change: object) => dashboard.api.rest('PUT', `/segments/${segment}`, change);
  await goTo(page, `segments/${segment}`);
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  await save({ name: 'Germans', conditions: all(languageRule('de'), languageRule('fr')) });
  await expect.poll(() => name.inputValue()).toBe('Germans');
  await page.getByRole('group', { name: 'Rule 2', exact: true }).waitFor();
  await name.fill('Mine');
  await save({ name: 'Theirs' });
  await page.getByText('Someone else changed this segment while you were editing.').waitFor();
  expect(await name.inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Load their version' }).click();
  await expect.poll(() => name.inputValue()).toBe('Theirs');
  expect(complaints).toEqual([]);
  await context.close();
});
