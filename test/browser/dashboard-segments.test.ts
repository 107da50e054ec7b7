import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, rowsOf, subscribe, subscribeMany } from '../support/audience.ts';
import { checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { tabTo } from '../support/keyboard.ts';
import { all, any, declareFields, languageRule, makeSegment } from '../support/segments.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

const VIP = { type: 'tags', operator: 'has_any', value: ['vip'] };

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'Readers' });
  await declareFields(dashboard.api, { plan: 'text', score: 'number' });
  await subscribeMany(dashboard.api, list, rowsOf(5, 'plain'));
  await subscribe(dashboard.api, list, [
    { email: 'ann@people.test', locale: 'en', tags: ['vip'], attributes: { score: 7 } },
    { email: 'bea@people.test', locale: 'en', attributes: { score: 3 } },
    { email: 'cid@people.test', locale: 'de', tags: ['vip'] },
  ]);
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const rule = (page: Page, number: number) => page.getByRole('group', { name: `Rule ${number}`, exact: true });
const total = (page: Page, text: string) =>
  page.getByRole('status', { name: 'Matching people' }).filter({ hasText: text }).waitFor();

test('a segment is built with live counts, saved, renamed, duplicated and deleted', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/segments?list=${list}`);
  await page.getByRole('link', { name: 'Create segment' }).click();
  await arriveAt(page, 'New segment');
  await page.getByLabel('Name', { exact: true }).fill('English');
  await rule(page, 1).getByLabel('Type').selectOption('language');
  await rule(page, 1).getByLabel('Value').fill('en');
  await total(page, '2 people on Readers match');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await rule(page, 2).getByText('Incomplete').waitFor();
  await total(page, '1 incomplete rule');
  await rule(page, 2).getByLabel('Type').selectOption('attribute');
  await rule(page, 2).getByLabel('Field', { exact: true }).selectOption('score');
  await rule(page, 2).getByLabel('Operator').selectOption('gte');
  await rule(page, 2).getByLabel('Value').fill('5');
  await total(page, '1 person on Readers matches');
  await rule(page, 1).getByText('Matches 2 people').waitFor();
  await page.getByLabel('Match rules').selectOption('or');
  await total(page, '2 people on Readers match');
  await page.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'English');
  await page.getByLabel('Name', { exact: true }).fill('English or keen');
  await page.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'English or keen');
  const { body } = await dashboard.api.rest('GET', `/lists/${list}/segments`);
  expect(body.data[0].conditions).toEqual({
    operator: 'or',
    rules: [
      { type: 'language', operator: 'equals', value: 'en' },
      { type: 'attribute', operator: 'gte', field: 'score', value: 5 },
    ],
  });
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await arriveAt(page, 'Copy of English or keen');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Copy of English or keen').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await arriveAt(page, 'Segments');
  await page.getByRole('link', { name: 'English or keen', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Copy of English or keen' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('each rule shows whether it matches a chosen person, and the segment shows its uses', async () => {
  const segment = await makeSegment(dashboard.api, list, all(languageRule('en'), any(VIP)), 'English VIPs');
  await makeSegment(dashboard.api, list, all({ type: 'segment', operator: 'not_in', value: segment.id }), 'The others');
  const { page, context, complaints } = await open({ role: 'viewer' });
  await page.goto(`${dashboard.url}/segments/${segment.id}`);
  await page.getByRole('link', { name: 'Segment The others' }).waitFor();
  await page.getByRole('combobox', { name: 'Person' }).fill('bea');
  await page.getByRole('option', { name: 'bea@people.test' }).click();
  await page.getByText('Not in the segment').waitFor();
  await page.getByText('Matches', { exact: true }).waitFor();
  await page.getByText('Doesn’t match', { exact: true }).waitFor();
  for (const name of ['Save', 'Delete', 'Duplicate', 'Add rule', 'Add group', 'Remove rule 1']) {
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  }
  expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await page.getByText('Your role does not allow this').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an invalid rule shows its error at the rule, even in a group', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await arriveAt(page, 'New segment');
  await page.getByRole('button', { name: 'Add group' }).click();
  const group = page.getByRole('group', { name: 'Rule group' });
  await group.getByLabel('Type').selectOption('sample');
  await group.getByLabel('Percent').fill('400');
  await group.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
  await group.getByLabel('Percent').fill('40');
  await group.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Required.', { exact: true }).waitFor();
  await rule(page, 1).first().getByRole('alert').waitFor(); // it has no tags yet
  await context.close();
});

test('Enter in a rule does not save a segment that is still being built', async () => {
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await arriveAt(page, 'New segment');
  await page.getByLabel('Name').fill('Half built');
  await rule(page, 1).getByLabel('Type').selectOption({ label: 'Event' });
  await rule(page, 1).getByLabel('Event name').fill('ordr');
  await rule(page, 1).getByLabel('Event name').press('Enter');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'Half built');
  const { body } = await dashboard.api.rest('GET', `/lists/${list}/segments`);
  expect(body.data.filter(({ name }: { name: string }) => name === 'Half built')).toHaveLength(1);
  await context.close();
});

test('a keyboard user builds a segment', async () => {
  const { page, context } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/segments/new?list=${list}`);
  await arriveAt(page, 'New segment');
  await tabTo(page, 'Name');
  await keyboard.type('Very important');
  await tabTo(page, 'Tags');
  await keyboard.type('vip');
  await keyboard.press('Enter');
  await total(page, '2 people on Readers match');
  await tabTo(page, 'Save');
  await keyboard.press('Enter');
  await arriveAt(page, 'Very important');
  await context.close();
});

/** A rule for each form of value. */
const EVERYTHING = all(
  ...[languageRule('en'), VIP, { type: 'engagement', operator: 'never_active' }],
  { type: 'attribute', operator: 'in', field: 'plan', value: ['<script>alert(1)</script>', 'L'.repeat(80)] },
  { type: 'attribute', operator: 'between', field: 'score', value: [1, 5] },
  { type: 'subscribed_at', operator: 'between', value: ['2026-01-01', '2026-02-01'] },
  { type: 'bounce', operator: 'not_bounced', value: { cause: 'mailbox_full', within_days: 9 } },
  any(
    { type: 'revenue', operator: 'total_gte', value: { amount: 1050, currency: 'EUR' } },
    { type: 'revenue', operator: 'orders_gte', value: { count: 2 } },
    { type: 'revenue', operator: 'last_order_within_days', value: { within_days: 30 } },
    {
      type: 'event',
      operator: 'performed',
      value: {
        name: 'order',
        at_least: 2,
        where: [
          { property: 'total', operator: 'gte', value: 10 },
          { property: 'city', operator: 'in', value: ['"><img src=x onerror=alert(1)>'] },
          { property: 'gift', operator: 'is_true' },
        ],
      },
    },
    { type: 'sample', operator: 'percent', value: 20 },
  ),
);

test('every form of condition is shown and saved unchanged', async () => {
  const segment = await makeSegment(dashboard.api, list, EVERYTHING, '<img src=x onerror=alert(1)>');
  const { page, context, complaints } = await open();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${dashboard.url}/segments/${segment.id}`);
  await total(page, '0 people');
  expect(await page.getByLabel('Amount').inputValue()).toBe('10.50');
  await page.getByLabel('Name', { exact: true }).fill('Everything');
  await page.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'Everything');
  const { body } = await dashboard.api.rest('GET', `/segments/${segment.id}`);
  expect(body.data.conditions).toEqual(segment.conditions);
  expect([dialogs, complaints]).toEqual([[], []]);
  await context.close();
});

test.each(LANGUAGES)('no page has an axe violation or scrolls sideways: %s', async (language, options) => {
  const { id } = await makeSegment(dashboard.api, list, EVERYTHING, `${language} ${'W'.repeat(60)}`);
  const { page, context, complaints } = await open(options);
  for (const path of [`segments?list=${list}`, `segments/new?list=${list}`, `segments/${id}`, 'segments/nowhere'])
    await checkScreenAt(page, dashboard.url, path, 'main :is(table, form, p)');
  expect(complaints).toEqual([]);
  await context.close();
});
