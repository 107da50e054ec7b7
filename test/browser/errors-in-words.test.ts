import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeList } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  dashboard = await openDashboard();
  await makeList(dashboard.api, { name: 'News' });
});
afterEach(() => dashboard.api.close());

/** No text of the API with its own names of fields, and nothing twice. */
async function expectOnce(page: Page, words: string) {
  await page.getByText(words).first().waitFor();
  expect(await page.getByText(words).count()).toBe(1);
  expect(await page.getByText(/The \S+ field/).count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
}

const WORDS = [
  {
    locale: 'en-GB',
    lists: { create: 'Create list', name: 'Name', address: 'Sender address' },
    invalid: 'Must be a valid email address.',
    required: 'Required.',
  },
  {
    locale: 'de-DE',
    lists: { create: 'Liste anlegen', name: 'Name', address: 'Absenderadresse' },
    invalid: 'Keine gültige E-Mail-Adresse.',
    required: 'Pflichtfeld.',
  },
];

test.each(WORDS)('$locale: a refused field shows once what is wrong, in the language of the screen', async (words) => {
  const { page, context } = await openSignedIn(browser, dashboard, { locale: words.locale });
  await page.goto(`${dashboard.url}/lists`);
  await page.getByRole('button', { name: words.lists.create }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.lists.name).first().fill('Readers');
  await dialog.getByLabel(words.lists.address).fill('nobody');
  await dialog.getByRole('button', { name: words.lists.create }).click();
  await expectOnce(page, words.invalid);
  await dialog.getByLabel(words.lists.address).fill('news@shop.test');
  await dialog.getByLabel(words.lists.name).first().fill('');
  await dialog.getByRole('button', { name: words.lists.create }).click();
  await expectOnce(page, words.required);
  await context.close();
});

test('the screens of settings name no field of the API: an address that is not public, and a name in use', async () => {
  const { page, context } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/settings/webhooks`);
  await arriveAt(page, 'Webhooks');
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL', { exact: true }).fill('https://127.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectOnce(page, 'Must be public');
  await context.close();
});

test('a rule that is not complete says which of its values is missing', async () => {
  const { page, context } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/segments/new`);
  await arriveAt(page, 'New segment');
  const first = page.getByRole('group', { name: /^Rule 1/ }).first();
  await first.getByLabel('Type').selectOption('event');
  await page.getByLabel('Name', { exact: true }).first().fill('Buyers');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/^Value: required\.$/)
    .first()
    .waitFor();
  expect(await page.getByText(/The \S+ field/).count()).toBe(0);
  await context.close();
});
