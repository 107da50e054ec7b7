import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, readSubscriber, rowsOf, subscribe, subscribeMany } from '../support/audience.ts';
import { checkScreen, checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { importCsv, sendCsv } from '../support/csv.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { makeForm } from '../support/forms.ts';
import { pressUntil } from '../support/keyboard.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  browser = await openBrowser();
  await dashboard.api.rest('POST', '/fields', { key: 'town', type: 'text', label: 'Town' });
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const csv = (text: string, name = 'people.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const count = (page: Page, name: string) =>
  section(page, 'People')
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('cell');

/** Drags a field onto a column in steps, like a hand. */
async function drag(page: Page, field: string, column: string): Promise<void> {
  const [from, to] = [
    page.getByRole('button', { name: field, exact: true }),
    page.getByLabel(`Field for column ${column}`),
  ];
  // Near the window's edge the page would scroll under the pointer.
  await to.evaluate((column) => column.scrollIntoView({ block: 'center' }));
  await from.hover();
  await page.mouse.down();
  const { x, y } = (await to.boundingBox())!;
  await page.mouse.move(x + 10, y + 10, { steps: 12 });
  await page.getByText(`${field} is over column ${column}.`).waitFor({ state: 'attached' });
  await page.mouse.up();
  await page.getByText(`${field} is now filled from column ${column}.`).waitFor({ state: 'attached' });
}

test('an editor creates a list, drags fields onto file columns, imports and exports', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/lists`);
  await page.getByRole('button', { name: 'Create list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('Readers');
  await dialog.getByLabel('Sender address').fill('nobody');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await dialog.getByText('must be a valid email address').waitFor();
  expect(await dialog.getByLabel('Sender address').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Sender address').fill('news@shop.test');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await arriveAt(page, 'Readers');
  await page.getByRole('link', { name: 'Import file' }).click();
  await arriveAt(page, 'Import file');
  const file = csv(
    'Adresse,Called,Where,Note\nann@people.test,Ann,Porto,a\nbob@people.test,Bob,Faro,b\nnone,Carl,Braga,c\n',
  );
  await page.locator('input[type=file]').setInputFiles(file);
  await section(page, 'First rows').getByText('Rows with errors: 1 of 3.').waitFor();
  expect(await page.getByLabel('Field for column Adresse').inputValue()).toBe('email');
  await drag(page, 'Town', 'Where');
  await drag(page, 'First name', 'Called');
  await page.getByLabel('Field for column Note').selectOption({ label: 'note' });
  expect(await page.getByLabel('Field for column Where').inputValue()).toBe('attributes.town');
  await page.getByRole('combobox', { name: 'Tags for everyone in the file' }).fill('spring');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import into Readers' }).click();
  await arriveAt(page, 'people.csv');
  await page.getByText('Completed').waitFor();
  await section(page, 'Failed rows').getByRole('cell', { name: 'none', exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download failed rows' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/none,Carl,Braga,c,.*valid email/);
  await page.getByRole('link', { name: 'Readers' }).click();
  await arriveAt(page, 'Readers');
  await count(page, 'Subscribed').getByText('2', { exact: true }).waitFor();
  const list = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(await readSubscriber(dashboard.api, list, 'ann@people.test')).toMatchObject({
    ...{ first_name: 'Ann', tags: ['spring'], attributes: { town: 'Porto', note: 'a' } },
  });
  const [people] = await Promise.all([
    page.waitForEvent('download'),
    section(page, 'Export').getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await people.path(), 'utf8')).toContain('bob@people.test');
  // A missing address column is a refusal, which browsers log.
  expect(complaints.filter((text) => !/422|no column email|valid email address/.test(text))).toEqual([]);
  await context.close();
});

test('the preview reads only the start of a large dropped file', async () => {
  const list = await makeList(dashboard.api, { name: 'Large files' });
  const { page, context, requests, complaints } = await open();
  const asked = (path: string) => requests.filter((url) => url.endsWith(path)).length;
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  const drop = async (rows: number, width: number) => {
    const data = await page.evaluateHandle(
      ([rows, width]) => {
        const lines = Array.from({ length: rows! }, (_, row) => `p${row}@people.test,${'x'.repeat(width!)}`);
        const data = new DataTransfer();
        data.items.add(new File([`email,town\n${lines.join('\n')}\n`], `${rows}.csv`, { type: 'text/csv' }));
        return data;
      },
      [rows, width],
    );
    await page.getByRole('button', { name: /Choose/ }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText(`${rows}.csv`).waitFor();
    await page.getByText('Rows with errors: 0 of the first 1,000.').waitFor();
  };
  await drop(60_000, 20);
  expect(asked('/imports/preview')).toBe(1);
  await drop(3_000, 2_000); // a thousand rows exceed the first MiB, so more of the file is sent
  expect([asked('/imports/preview'), asked('/imports')]).toEqual([3, 0]);
  expect(complaints.filter((text) => !/422/.test(text))).toEqual([]);
  await context.close();
});

test('list settings are edited in place, and deleting asks for the list’s name', async () => {
  const list = await makeList(dashboard.api, { name: 'Old news' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/lists/${list}`);
  await section(page, 'Settings').getByLabel('Sender name').fill('Harbour Shop');
  await section(page, 'Settings').getByRole('switch').click();
  await section(page, 'Settings').getByRole('button', { name: 'Save' }).click();
  await section(page, 'Settings').getByText('Saved').waitFor();
  await section(page, 'People').getByText('double opt-in').waitFor();
  expect((await dashboard.api.rest('GET', `/lists/${list}`)).body.data).toMatchObject({
    ...{ from_name: 'Harbour Shop', requires_confirmation: true },
  });
  await page.getByRole('button', { name: 'Delete list' }).click();
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await page.getByLabel('Type this to confirm').fill('old news');
  expect(await remove.isDisabled()).toBe(true);
  await page.getByLabel('Type this to confirm').fill('Old news');
  await remove.click();
  await arriveAt(page, 'Lists');
  await page.getByRole('link', { name: 'Old news' }).waitFor({ state: 'detached' });
  expect((await dashboard.api.rest('GET', `/lists/${list}`)).status).toBe(404);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a suppression is found, removed and restored, and a pasted list adds many', async () => {
  await dashboard.api.rest('POST', '/suppressions', { email: 'angry@people.test', reason: 'complaint' });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/lists/suppressions`);
  await page.getByLabel('Search').fill('angry@people.test');
  await page.waitForURL(/search=angry/);
  await page.getByRole('button', { name: 'Remove angry@people.test' }).click();
  await page.getByText('No matching suppressions').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /angry@people\.test.*Marked as spam/ }).waitFor();
  await page.getByRole('button', { name: 'Paste list' }).click();
  await page.getByLabel('E-mail addresses').fill('one@people.test, two@people.test\nangry@people.test; nonsense');
  await page.getByRole('button', { name: 'Suppress all' }).click();
  await page.getByText('Added: 2. Already suppressed: 1. Invalid: 1.').waitFor();
  await page.getByRole('listitem').getByText('nonsense').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search').fill('');
  await page.getByRole('link', { name: 'two@people.test' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a field is created, converted live to another type, and deleted by its key', async () => {
  const list = await makeList(dashboard.api, { name: 'Shoppers' });
  const { page, context } = await open();
  await page.goto(`${dashboard.url}/lists/fields`);
  await page.getByRole('button', { name: 'Create field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Key').fill('Shoes!');
  await dialog.getByRole('button', { name: 'Create field' }).click();
  await dialog.getByText('lowercase letters').waitFor();
  await dialog.getByLabel('Key').fill('shoes');
  await dialog.getByRole('button', { name: 'Create field' }).click();
  await page.getByRole('row', { name: /Shoes shoes Text/ }).waitFor();
  await subscribe(dashboard.api, list, [{ email: 'num@people.test', attributes: { shoes: 'many' } }]);
  await page.getByRole('button', { name: 'Actions for Shoes' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Type').selectOption('NUMBER');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Shoes shoes Number.*could not be converted: 1/ }).waitFor();
  await page.getByRole('button', { name: 'Actions for Shoes' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByLabel('Type this to confirm').fill('shoes');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('row', { name: /Shoes/ }).waitFor({ state: 'detached' });
  await context.close();
});

test('a keyboard user renames a tag and maps a column', async () => {
  const list = await makeList(dashboard.api, { name: 'Keys' });
  await subscribe(dashboard.api, list, [{ email: 'kay@people.test', tags: ['sprnig'] }]);
  // High enough for all columns: otherwise an arrow key may scroll first.
  const { page, context } = await open({ viewport: { width: 1280, height: 1800 } });
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/lists/tags?search=sprnig`);
  await page.getByRole('row', { name: /sprnig 1/ }).waitFor();
  await page.getByLabel('Search').focus();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor({ state: 'attached' });
  await keyboard.press('ArrowDown');
  await page.locator('[role=menuitem]:focus').waitFor();
  await keyboard.press('Enter');
  await page.locator('[role=dialog] input:focus').waitFor();
  await keyboard.press('Control+a');
  await keyboard.type('spring sale');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await readSubscriber(dashboard.api, list, 'kay@people.test')).tags).toEqual(['spring sale']);

  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  await page.locator('input[type=file]').setInputFiles(csv('email,A,B\nkim@people.test,Kim,Li\n'));
  await page.getByRole('button', { name: 'Last name' }).focus();
  await keyboard.press('Space');
  await page.locator('button[data-dragged]').waitFor();
  // From the field list to the first column.
  await pressUntil(page, 'ArrowDown', page.locator('button[data-dragged][style*="translate3d(-"]'));
  for (const column of ['A', 'B']) {
    await keyboard.press('ArrowDown');
    await page.getByText(`Last name is over column ${column}.`).waitFor({ state: 'attached' });
  }
  await keyboard.press('Space');
  await page.getByText('Last name is now filled from column B.').waitFor({ state: 'attached' });
  expect(await page.getByLabel('Field for column B').inputValue()).toBe('last_name');
  await page.getByLabel('Field for column A').focus();
  await keyboard.type('First');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('select')].some(({ value }) => value === 'first_name'),
  );
  await page.locator('button:not([disabled])', { hasText: 'Import into Keys' }).waitFor();
  await page.getByRole('button', { name: 'Import into Keys' }).focus();
  await keyboard.press('Enter');
  await page.getByText('Completed').waitFor();
  expect(await readSubscriber(dashboard.api, list, 'kim@people.test')).toMatchObject({
    first_name: 'Kim',
    last_name: 'Li',
  });
  await context.close();
});

test('other people’s imports and sign-ups show live, and a viewer cannot change anything', async () => {
  const list = await makeList(dashboard.api, { name: 'Watched' });
  await jobs.stop();
  const { body } = await sendCsv(dashboard.api, list, 'email\nx@people.test\nbroken\n');
  const [one, other, all] = [
    await open({ role: 'viewer' }),
    await open({ role: 'viewer' }),
    await open({ role: 'viewer' }),
  ];
  await one.page.goto(`${dashboard.url}/lists/imports/${body.data.id}`);
  await one.page.getByText('Waiting').waitFor();
  await other.page.goto(`${dashboard.url}/lists/${list}`);
  await other.page.getByText('No people on this list yet').waitFor();
  await all.page.goto(`${dashboard.url}/lists/imports`);
  await all.page.getByRole('row', { name: /import\.csv Watched Waiting/ }).waitFor();
  expect(await one.page.getByRole('button', { name: 'Cancel import' }).count()).toBe(0);
  expect(await section(other.page, 'Settings').count()).toBe(0);
  expect(await all.page.getByRole('link', { name: 'Import file' }).count()).toBe(0);
  jobs = startJobs(dashboard.api.installation);
  await one.page.getByText('Completed').waitFor();
  await section(one.page, 'Failed rows').getByRole('cell', { name: 'broken' }).waitFor();
  await all.page.getByRole('row', { name: /import\.csv Watched Completed/ }).waitFor();
  await count(other.page, 'Subscribed').getByText('1', { exact: true }).waitFor();
  for (const [path, heading] of [
    ['lists', 'Lists'],
    ['lists/fields', 'Contact fields'],
    ['lists/tags', 'Tags'],
    ['lists/suppressions', 'Suppressions'],
  ] as const) {
    await other.page.goto(`${dashboard.url}/${path}`);
    await arriveAt(other.page, heading);
    await other.page.locator('main table').waitFor();
    expect([path, await other.page.locator('main button').count()]).toEqual([path, 0]);
  }
  await other.page.goto(`${dashboard.url}/lists/imports/new`);
  await other.page.getByText('Your role does not allow this.').waitFor();
  for (const { complaints, context } of [one, other, all]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test.each(LANGUAGES)('no page has an axe violation or scrolls sideways: %s', async (_, options) => {
  const long = 'L'.repeat(60);
  const list = await makeList(dashboard.api, { name: long, from_name: long });
  await subscribeMany(dashboard.api, list, rowsOf(3, 'axe'));
  await subscribe(dashboard.api, list, [{ email: `a${'x'.repeat(50)}@people.test`, tags: [long] }]);
  await dashboard.api.rest('POST', '/suppressions', { email: `a${'x'.repeat(50)}@people.test` });
  await makeForm(dashboard.api, list);
  const { id } = await importCsv(
    dashboard.api,
    list,
    'email,town,subscribed_at\nbroken,x,\nfine@people.test,y,never\n',
  );
  const { page, context } = await open(options);
  for (const path of [
    ...[
      'lists',
      `lists/${list}`,
      `lists/${list}?by=MONTH`,
      'lists/fields',
      'lists/tags',
      'lists/tags?search=none-at-all',
    ],
    ...['lists/suppressions', 'lists/suppressions?reason=COMPLAINT&search=x@y.test', 'lists/imports'],
    ...[`lists/imports/${id}`, 'lists/0190b3a0-0000-7000-8000-000000000000'],
  ])
    await checkScreenAt(page, dashboard.url, path);
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  const file = csv(`email,${long},status\nx@people.test,${long},odd\nbroken,b,\n`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('main table').nth(1).waitFor();
  await checkScreen(page, 'new import');
  for (const path of ['lists', 'lists/suppressions']) {
    await page.goto(`${dashboard.url}/${path}`);
    await page.locator('main h1 + * button, main h1 ~ button').last().click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await checkScreen(page, `dialog of ${path}`);
  }
  await context.close();
});
