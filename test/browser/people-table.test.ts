import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, readSubscriber, rowsOf, subscribe, subscribeMany } from '../support/audience.ts';
import { arriveAtPerson, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const lastChange = (page: Page) => page.getByRole('status', { name: 'Last change' });
const emails = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();
const tableOf = (list: string, search = '') => `${dashboard.url}/people?list=${list}${search}`;

test('a person is added by hand, with names and tags, and taken back', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Bakery' });
  const { page, context, complaints } = await open();
  await page.goto(tableOf(list));
  await page.getByText('No people on this list yet').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Add person' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await dialog.getByLabel('E-mail address').fill('mara@');
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await dialog.getByText(/valid e-?mail address/).waitFor();
  await dialog.getByLabel('E-mail address').fill('mara@bakery.example');
  await dialog.getByLabel('First name').fill('Mara');
  await dialog.getByLabel('Tags').fill('regular');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await lastChange(page).getByText('mara@bakery.example is subscribed to Bakery.').waitFor();
  await page.getByRole('link', { name: 'mara@bakery.example' }).waitFor();
  expect(await readSubscriber(api, list, 'mara@bakery.example')).toMatchObject({
    ...{ first_name: 'Mara', last_name: null, status: 'subscribed', tags: ['regular'] },
  });
  await page.getByText('1 person', { exact: true }).waitFor();
  await lastChange(page).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('No people on this list yet').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('someone who has unsubscribed is added again only when they asked for it', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Left' });
  await subscribe(api, list, [{ email: 'gone@left.example', status: 'unsubscribed' }]);
  const { page, context } = await open();
  await page.goto(tableOf(list, '&add=yes'));
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await dialog.getByLabel('E-mail address').fill('gone@left.example');
  await page.keyboard.press('Enter');
  await dialog.getByText('This person has unsubscribed, or their e-mails have bounced.').waitFor();
  expect((await readSubscriber(api, list, 'gone@left.example')).status).toBe('unsubscribed');
  await dialog.getByLabel('They asked to be subscribed again').check();
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await lastChange(page).getByText('gone@left.example is subscribed to Left.').waitFor();
  expect((await readSubscriber(api, list, 'gone@left.example')).status).toBe('subscribed');
  await context.close();
});

test('on a list with double opt-in, a person added by hand must confirm, unless they have already', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Careful', requires_confirmation: true });
  const { page, context } = await open();
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  for (const [email, isConfirmed] of [
    ['asked@careful.example', false],
    ['paper@careful.example', true],
  ] as const) {
    await page.goto(tableOf(list, '&add=yes'));
    await dialog.getByLabel('E-mail address').fill(email);
    if (isConfirmed) await dialog.getByLabel('This person has already confirmed').check();
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await lastChange(page).getByText(email).waitFor();
    expect((await readSubscriber(api, list, email)).status).toBe(isConfirmed ? 'subscribed' : 'unconfirmed');
  }
  await context.close();
});

test('pasted mailboxes and pasted cells of a spreadsheet are imported like a file', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Pasted' });
  const { page, context, complaints } = await open();
  const paste = async (text: string, button: RegExp) => {
    await page.goto(`${dashboard.url}/lists/imports/new?list=${list}&paste=yes`);
    await page.getByLabel('People').fill(text);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: button }).and(page.locator(':enabled')).click();
    await page.getByText('Completed').first().waitFor();
  };
  await paste('Ann Miller <ann@pasted.example>, "O\'Hara, Ben" <ben@pasted.example>; cy@pasted.example', /Import into/);
  await paste('dee@pasted.example\neve@pasted.example\n', /Import into/);
  await paste('E-mail\tFirst name\nfay@pasted.example\tFay\n', /Import into/);
  const { body } = await api.rest('GET', `/lists/${list}/subscribers?sort=email`);
  expect(
    body.data.map(({ email, first_name, last_name }: Record<string, string>) => [email, first_name, last_name]),
  ).toEqual([
    ['ann@pasted.example', 'Ann', 'Miller'],
    ['ben@pasted.example', 'Ben', "O'Hara"],
    ['cy@pasted.example', null, null],
    ['dee@pasted.example', null, null],
    ['eve@pasted.example', null, null],
    ['fay@pasted.example', 'Fay', null],
  ]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a pasted line without an address is shown as faulty', async () => {
  const list = await makeList(dashboard.api, { name: 'Faulty' });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  await page.getByRole('button', { name: 'Paste people instead' }).click();
  await page.getByLabel('People').fill('Gus Hill <gus@faulty.example>\nnobody at all\n');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Rows with errors: 1 of 2.').waitFor();
  await page.getByRole('cell', { name: 'nobody at all' }).first().waitFor();
  await context.close();
});

test('headings sort the table, a segment filters it, and a click on a row opens the person', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Sorted' });
  for (const email of ['b@sorted.example', 'c@sorted.example', 'a@sorted.example'])
    await subscribe(api, list, [{ email, first_name: email[0]!.toUpperCase(), tags: email[0] === 'b' ? [] : ['vip'] }]);
  const rules = [{ type: 'tags', operator: 'has_any', value: ['vip'] }];
  const segment = { name: 'VIP', conditions: { operator: 'and', rules } };
  expect((await api.rest('POST', `/lists/${list}/segments`, segment)).status).toBe(201);
  const { page, context, complaints } = await open();
  await page.goto(tableOf(list));
  await page.getByText('3 people', { exact: true }).waitFor();
  expect(await emails(page)).toEqual(['a@sorted.example', 'c@sorted.example', 'b@sorted.example']);
  const heading = page.getByRole('columnheader', { name: 'E-mail address' });
  for (const [direction, order] of [
    ['ascending', ['a', 'b', 'c']],
    ['descending', ['c', 'b', 'a']],
  ] as const) {
    await heading.getByRole('button').click();
    await page.locator(`th[aria-sort=${direction}]`, { hasText: 'E-mail address' }).waitFor();
    await expect.poll(() => emails(page)).toEqual(order.map((letter) => `${letter}@sorted.example`));
  }
  await page.getByLabel('Segment').selectOption('VIP');
  await page.getByText('2 people', { exact: true }).waitFor();
  await expect.poll(() => emails(page)).toEqual(['c@sorted.example', 'a@sorted.example']);
  await page.getByRole('cell', { name: 'C', exact: true }).click();
  await arriveAtPerson(page, 'c@sorted.example');
  expect(complaints).toEqual([]);
  await context.close();
});

test('selected people are tagged, unsubscribed, suppressed and deleted together, and tags are taken back', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Many' });
  const people = Array.from({ length: 12 }, (_, index) => `p${index + 10}@many.example`);
  await subscribe(
    api,
    list,
    people.map((email, index) => ({ email, tags: index === 0 ? ['vip'] : [] })),
  );
  const { page, context, complaints } = await open();
  await page.goto(tableOf(list, '&sort=email'));
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected people' });
  const dialog = page.getByRole('dialog');
  const tagged = async () => (await api.rest('GET', `/lists/${list}/subscribers?tag=vip`)).body.meta.total;
  await page.getByLabel('Select everyone on this page').check();
  await bar.getByText('12 selected').waitFor();
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Add tags' }).click();
  await dialog.getByLabel('Tags').fill('vip');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await lastChange(page).getByText('Added vip to 11 people.').waitFor();
  expect(await tagged()).toBe(12);
  await lastChange(page).getByRole('button', { name: 'Undo' }).click();
  await lastChange(page).getByText('Undone').waitFor();
  expect(await tagged()).toBe(1);

  await bar.getByRole('button', { name: 'Clear selection' }).click();
  const act = async (action: string, chosen: string[], outcome: string) => {
    for (const email of chosen) await page.getByLabel(`Select ${email}`).check();
    await bar.getByRole('button', { name: action }).click();
    await dialog.getByText(chosen.length === 1 ? '1 person' : `${chosen.length} people`, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: action }).click();
    await lastChange(page).getByText(outcome).waitFor();
    await bar.waitFor({ state: 'detached' });
  };
  await act('Unsubscribe', people.slice(0, 2), '2 people were unsubscribed.');
  await act('Suppress', people.slice(2, 4), '2 addresses were suppressed.');
  await act('Delete', people.slice(4, 5), '1 person was deleted.');
  await page.getByText('11 people', { exact: true }).waitFor();
  const { body } = await api.rest('GET', `/lists/${list}/subscribers?status=unsubscribed`);
  expect(body.data.map(({ email }: { email: string }) => email).sort()).toEqual(people.slice(0, 2));
  expect((await api.rest('GET', `/suppressions?email=${people[2]}`)).body.data).toHaveLength(1);
  expect((await api.rest('GET', `/lists/${list}/subscribers?email=${people[4]}`)).body.data).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a viewer sees the table without ways to change it', async () => {
  const list = await makeList(dashboard.api, { name: 'Read only' });
  await subscribe(dashboard.api, list, [{ email: 'vi@read.example' }]);
  const { page, context } = await open({ role: 'viewer' });
  await page.goto(tableOf(list, '&add=yes'));
  await page.getByRole('link', { name: 'vi@read.example' }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Add person' }).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await context.close();
});

test('an action reaches all people that match the filters, beyond the page, with progress and an outcome', async () => {
  const { api } = dashboard;
  const list = await makeList(api, { name: 'Everybody' });
  await subscribeMany(api, list, rowsOf(130, 'of-all'));
  await subscribe(api, list, [{ email: 'left@of-all.example', status: 'unsubscribed' }]);
  const { page, context, complaints } = await open();
  await page.goto(tableOf(list, '&status=SUBSCRIBED'));
  await page.getByText('130 people', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected people' });
  await bar.getByRole('button', { name: 'Select all 130' }).click();
  await bar.getByText('130 selected').waitFor();
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Add tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tags' });
  await dialog.getByLabel('Tags').fill('spring');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await lastChange(page).getByText('Added spring to 130 people.').waitFor();
  const { body } = await api.rest('GET', `/lists/${list}/subscribers?tag=spring`);
  expect(body.meta.total).toBe(130);

  // Deleting all of them asks for their number.
  await bar.getByRole('button', { name: 'Delete' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete' });
  await asked.getByLabel('Type this to confirm').fill('130 people');
  await page.keyboard.press('Enter');
  await lastChange(page).getByText('130 people were deleted.').waitFor();
  await page.goto(tableOf(list));
  await page.getByRole('link', { name: 'left@of-all.example' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('with all lists, an action reaches all people that match, each once', async () => {
  const { api } = dashboard;
  const here = await makeList(api, { name: 'Here' });
  const there = await makeList(api, { name: 'There' });
  const rows = rowsOf(60, 'both').map((row) => ({ ...row, tags: ['twice'] }));
  for (const list of [here, there]) await subscribeMany(api, list, rows);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/people?list=all&tag=twice`);
  await page.getByText('60 people', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected people' });
  await bar.getByRole('button', { name: 'Select all 60' }).click();
  await bar.getByText('60 selected').waitFor();
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Unsubscribe' }).click();
  const asked = page.getByRole('dialog', { name: 'Unsubscribe' });
  await asked.getByLabel('Type this to confirm').fill('60 people');
  await page.keyboard.press('Enter');
  await lastChange(page).getByText('60 people were unsubscribed.').waitFor();
  for (const list of [here, there])
    expect((await api.rest('GET', `/lists/${list}/subscribers?status=unsubscribed`)).body.meta.total).toBe(60);

  await bar.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).check();
  await bar.getByRole('button', { name: 'Select all 60' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByText('subscriptions to all lists').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
