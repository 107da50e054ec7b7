import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, readSubscriber, subscribe } from '../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { arriveAtPerson, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { ask } from '../support/graphql.ts';
import { UNKNOWN_ID } from '../support/operations.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let news: string;
let shop: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  const { api } = dashboard;
  news = await makeList(api, { name: 'News' });
  shop = await makeList(api, { name: 'Shop' });
  for (const [key, label, type] of [
    ['city', 'City', 'text'],
    ['size', 'Shoe size', 'number'],
    ['member', 'Club member', 'boolean'],
  ])
    await api.rest('POST', '/fields', { key, label, type });
  await subscribe(api, news, [
    { email: 'ada@views.example', first_name: 'Ada', tags: ['vip'], attributes: { city: 'Porto', size: 39 } },
    { email: 'ben@views.example', first_name: 'Ben', status: 'unsubscribed', attributes: { member: true } },
  ]);
  await subscribe(api, shop, [
    { email: 'ada@views.example' },
    { email: 'cleo@views.example', attributes: { city: 'Porto' } },
  ]);
  await api.rest('POST', '/events', { email: 'dan@views.example', name: 'page.viewed' });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const emails = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();
const shows = (page: Page, names: string[]) =>
  expect.poll(() => emails(page)).toEqual(names.map((name) => `${name}@views.example`));
const lastChange = (page: Page) => page.getByRole('status', { name: 'Last change' });
const people = () => `${dashboard.url}/people`;

test('with several lists, everybody is shown once, with their lists and statuses', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${people()}?sort=email`);
  await page.getByText('4 people', { exact: true }).waitFor();
  await shows(page, ['ada', 'ben', 'cleo', 'dan']);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name}@`) });
  expect(await row('ada').textContent()).toMatch(/News.*Shop|Shop.*News/);
  await row('ben').getByText('News: Unsubscribed').waitFor();
  await row('dan').getByText('No list').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('List', { exact: true }).selectOption('Shop');
  await shows(page, ['ada', 'cleo']);
  await page.getByLabel('List', { exact: true }).selectOption('All lists');
  await page.getByLabel('Status', { exact: true }).selectOption('Unsubscribed');
  await shows(page, ['ben']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('people are filtered by field, source and day, and filters are cleared', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${people()}?sort=email`);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Contact field').selectOption('City');
  await shows(page, ['ada', 'cleo']);
  await page.getByLabel('Value', { exact: true }).fill('porto');
  await page.getByText('2 people', { exact: true }).waitFor();
  await page.getByLabel('Tag', { exact: true }).fill('vip');
  await shows(page, ['ada']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await shows(page, ['ada', 'ben', 'cleo', 'dan']);
  expect(await page.getByLabel('Tag', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Contact field').selectOption('Club member');
  await page.getByLabel('Value', { exact: true }).selectOption('Yes');
  await shows(page, ['ben']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Source').selectOption('Import');
  await page.getByText('No matching people').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Added until').fill('2026-01-01');
  await page.getByText('No matching people').waitFor();
  expect(new URL(page.url()).searchParams.get('until')).toContain('2026-01-01');
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('columns are chosen, fields among them, and remembered', async () => {
  const { page, context } = await open();
  await page.goto(`${people()}?sort=email`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('City').check();
  await page.getByLabel('Shoe size').check();
  await page.getByLabel('Tags', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'City' }).waitFor();
  await page.getByRole('cell', { name: '39', exact: true }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Tags' }).count()).toBe(0);
  await page.goto(`${people()}?list=${news}`);
  await page.getByRole('columnheader', { name: 'Shoe size' }).waitFor();
  await page.getByRole('columnheader', { name: 'Status' }).waitFor();
  await context.close();
});

test('the keys j, k, x and Enter move between rows, tick and open them', async () => {
  const { page, context } = await open();
  await page.goto(`${people()}?sort=email`);
  await shows(page, ['ada', 'ben', 'cleo', 'dan']);
  for (const key of ['j', 'j', 'ArrowDown', 'k', 'x']) await page.keyboard.press(key);
  await page.getByText('1 selected').waitFor();
  expect(await page.getByLabel('Select ben@views.example').isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await arriveAtPerson(page, 'ben@views.example');
  await context.close();
});

test('selected people get a field, and are subscribed to a list, and both are taken back', async () => {
  const { api } = dashboard;
  const { page, context, complaints } = await open();
  await page.goto(`${people()}?sort=email`);
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected people' });
  const dialog = page.getByRole('dialog');
  for (const name of ['ada', 'cleo']) await page.getByLabel(`Select ${name}@views.example`).check();
  await bar.getByRole('button', { name: 'Set field' }).click();
  await dialog.getByLabel('Contact field').selectOption('City');
  await dialog.getByLabel('Value').fill('Lisbon');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set field' }).click();
  await lastChange(page).getByText('City was set for 2 people.').waitFor();
  const city = async (list: string, name: string) =>
    (await readSubscriber(api, list, `${name}@views.example`)).attributes.city;
  expect([await city(news, 'ada'), await city(shop, 'ada'), await city(shop, 'cleo')]).toEqual(Array(3).fill('Lisbon'));
  await lastChange(page).getByRole('button', { name: 'Undo' }).click();
  await lastChange(page).getByText('The change was undone.').waitFor();
  expect([await city(news, 'ada'), await city(shop, 'ada'), await city(shop, 'cleo')]).toEqual([
    'Porto',
    undefined,
    'Porto',
  ]);
  await page.getByLabel('Select ben@views.example').check();
  await page.getByLabel('Select dan@views.example').check();
  await bar.getByRole('button', { name: 'Subscribe', exact: true }).click();
  expect(await dialog.getByRole('button', { name: 'Subscribe' }).isDisabled()).toBe(true);
  await dialog.getByLabel('List', { exact: true }).selectOption('News');
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await lastChange(page)
    .getByText('2 people were subscribed to News. 1 person was left out, because they unsubscribed or bounced.')
    .waitFor();
  expect((await readSubscriber(api, news, 'ben@views.example')).status).toBe('unsubscribed');
  expect((await readSubscriber(api, news, 'dan@views.example')).status).toBe('subscribed');
  await lastChange(page).getByRole('button', { name: 'Undo' }).click();
  await lastChange(page).getByText('The change was undone.').waitFor();
  expect((await api.rest('GET', `/lists/${news}/subscribers?email=dan@views.example`)).body.data).toEqual([]);
  await bar.getByRole('button', { name: 'Unsubscribe' }).click();
  await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
  await lastChange(page).getByText('2 people were unsubscribed.').waitFor();
  expect((await readSubscriber(api, shop, 'ada@views.example')).status).toBe('unsubscribed');
  await lastChange(page).getByRole('button', { name: 'Undo' }).click();
  await lastChange(page).getByText('The change was undone.').waitFor();
  expect((await readSubscriber(api, shop, 'ada@views.example')).status).toBe('subscribed');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a person’s page shows what comes next', async () => {
  const { api } = dashboard;
  await api.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(api, { name: 'Coming' });
  const careful = await makeList(api, { name: 'Careful', requires_confirmation: true });
  const email = 'eve@views.example';
  for (const one of [list, careful]) await subscribe(api, one, [{ email }]);
  const campaign = await makeCampaign(api, list, { name: 'Winter sale', from_email: 'news@shop.test' });
  const scheduled = await api.rest('POST', `/campaigns/${campaign}/schedule`, { at: '2027-12-01T09:00:00Z' });
  expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(200);
  const { page, context, complaints } = await open();
  await page.goto(`${people()}/${encodeURIComponent(email)}`);
  const next = page.getByRole('region', { name: 'Next actions' });
  await next.getByRole('link', { name: 'Campaign Winter sale' }).waitFor();
  await next.getByText('1 Dec 2027').waitFor();
  await next.getByRole('link', { name: 'Confirm subscription to Careful' }).waitFor();
  expect(await next.getByRole('link').allTextContents()).toEqual([
    'Campaign Winter sale',
    'Confirm subscription to Careful',
  ]);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the matches of the filters and the selected people of a list are exported', async () => {
  const { page, context, complaints } = await open({ acceptDownloads: true });
  await page.goto(`${people()}?list=${news}&sort=email`);
  await shows(page, ['ada', 'ben']);
  const download = async (press: () => Promise<unknown>) => {
    const started = page.waitForEvent('download');
    await press();
    const [, ...lines] = (await readFile(await (await started).path(), 'utf8')).trim().split('\r\n');
    return lines.map((line) => line.split('@')[0]);
  };
  const main = page.getByRole('main');
  await page.getByLabel('Status', { exact: true }).selectOption('Unsubscribed');
  await shows(page, ['ben']);
  expect(await download(() => main.getByRole('link', { name: 'Export' }).click())).toEqual(['ben']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await shows(page, ['ada', 'ben']);
  await page.getByLabel('Select ada@views.example').check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected people' });
  expect(await download(() => bar.getByRole('link', { name: 'Export' }).click())).toEqual(['ada']);
  expect(complaints).toEqual([]);
  await context.close();
});

const VIEWS = '{ peopleViews { name status sort } }';
const views = async () => (await ask(dashboard.api, VIEWS)).peopleViews;

test('a view is saved for the team, opened by a colleague, changed, renamed and deleted', async () => {
  await dashboard.api.db.peopleView.deleteMany();
  const { page, context, complaints } = await open();
  const menu = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = (name: string) => page.getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog');
  await page.goto(`${people()}?list=${news}&status=UNSUBSCRIBED&sort=email`);
  await shows(page, ['ben']);
  await menu('Views');
  await choose('Save view');
  await dialog.getByLabel('Name').fill('Left News');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Left News' }).waitFor();
  expect(await views()).toEqual([{ name: 'Left News', status: 'UNSUBSCRIBED', sort: 'EMAIL' }]);

  const colleague = await open({ role: 'viewer', email: 'reader@staff.test' });
  const theirs = colleague.page;
  await theirs.goto(`${people()}?tag=vip&sort=email`);
  await shows(theirs, ['ada']);
  await theirs.getByRole('button', { name: 'Views' }).click();
  expect(await theirs.getByRole('menuitem').allTextContents()).toEqual(['Left News']);
  await theirs.getByRole('menuitem', { name: 'Left News' }).click();
  await shows(theirs, ['ben']);
  expect(await theirs.getByLabel('Tag', { exact: true }).inputValue()).toBe('');

  await page.getByLabel('Status', { exact: true }).selectOption('Subscribed');
  await shows(page, ['ada']);
  await menu('Views');
  await choose('Save changes to Left News');
  await page.getByRole('button', { name: 'Left News' }).waitFor();
  expect((await views())[0].status).toBe('SUBSCRIBED');
  await menu('Left News');
  await choose('Rename Left News');
  await dialog.getByLabel('Name').fill('On News');
  await dialog.getByRole('button', { name: 'Rename view' }).click();
  await menu('On News');
  await theirs.getByRole('button', { name: 'Views' }).click();
  await theirs.getByRole('menuitem', { name: 'On News' }).waitFor();
  await choose('Delete On News');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await page.getByRole('button', { name: 'Views' }).waitFor();
  expect(await views()).toEqual([]);
  await theirs.getByText('No views yet').waitFor();
  expect([...complaints, ...colleague.complaints]).toEqual([]);
  await context.close();
  await colleague.context.close();
});

test('a name that another view has is refused beside the field', async () => {
  await dashboard.api.db.peopleView.deleteMany();
  const { page, context } = await open();
  await ask(dashboard.api, 'mutation { createPeopleView(input: { name: "Taken" }) { peopleView { id } } }');
  await page.goto(`${people()}?list=${news}&status=UNSUBSCRIBED`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Taken');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Already in use.').waitFor();
  expect((await views()).length).toBe(1);
  await context.close();
});

test('views that an earlier version kept in the browser move to the team once', async () => {
  await dashboard.api.db.peopleView.deleteMany();
  const { page, context } = await open();
  const { team } = await ask(dashboard.api, '{ team { id } }');
  const key = `people-views-${team.id}`;
  const kept = [
    { name: 'From Shop', search: { list: shop, status: 'BOUNCED' } },
    { name: 'Of a deleted list', search: { list: UNKNOWN_ID } },
  ];
  await page.goto(people());
  await page.evaluate(([key, value]) => localStorage.setItem(key as string, value as string), [
    key,
    JSON.stringify(kept),
  ] as const);
  await page.reload();
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), key)).toBeNull();
  expect((await views()).map(({ name }: { name: string }) => name)).toEqual(['From Shop']);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'From Shop' }).click();
  await page.getByText('No matching people').waitFor();
  await context.close();
});
