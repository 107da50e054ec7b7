import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, subscribe } from '../support/audience.ts';
import { checkScreen, LANGUAGES } from '../support/check-screen.ts';
import { statusesOn } from '../support/csv.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

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

async function openFile(name: string, text: string, options?: Parameters<typeof openSignedIn>[2]) {
  const list = await makeList(dashboard.api, { name });
  const { page, context } = await openSignedIn(browser, dashboard, options);
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  const button = page.getByRole('button', { name: /Import into|importieren$/ });
  await button.waitFor();
  return { list, page, context, button };
}

const enabled = (page: Page) => page.locator('button:not([disabled])', { hasText: 'Import into' }).waitFor();

test('a column with possible opt-outs blocks the import until it is mapped or ignored', async () => {
  const text = 'E-Mail-Adresse;Werbung;Zustimmung per Telefon;DNC flag\nyes@x.test;ja;x;0\nno@x.test;nein;x;0\n';
  const { list, page, context, button } = await openFile('Asked', text);
  await page.getByText('Choose a field for these columns, or ignore them: Werbung, DNC flag.').waitFor();
  expect(await button.isDisabled()).toBe(true);
  const select = page.getByLabel('Field for column Werbung');
  expect(await select.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('This column may show unsubscribes or missing opt-ins.').first().waitFor();
  // Changing one column ignores no undecided column.
  await page.getByLabel('Field for column Zustimmung per Telefon').selectOption({ label: 'First name' });
  await select.selectOption('opted_in');
  await page.getByText('Choose a field for these columns, or ignore them: DNC flag.').waitFor();
  expect(await button.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Ignore column' }).click();
  await page.getByText('This import will subscribe 1 person, unsubscribe 0 and skip 1.').waitFor();
  expect(await page.getByLabel('Field for column DNC flag').inputValue()).toBe('');
  await enabled(page);
  await button.click();
  await page.getByText('Completed').waitFor();
  expect(
    await page.getByText('Skipped: unsubscribed or never opted in').locator('xpath=following-sibling::dd').innerText(),
  ).toBe('1');
  expect(await statusesOn(dashboard.api, list)).toEqual({ 'yes@x.test': 'subscribed' });
  await context.close();
});

const AGREED: Record<string, number> = { shopify: 2, ghost: 1, hubspot: 2, klaviyo: 2, substack: 2, mautic: 2 };

test.each(Object.keys(AGREED))(
  'an export of %s previews its counts, and subscribes no opted-out person',
  async (product) => {
    const text = await readFile(new URL(`../fixtures/exports/${product}.csv`, import.meta.url), 'utf8');
    const { list, page, context, button } = await openFile(product, text);
    const rows = text.trim().split('\n').length - 1;
    const people = AGREED[product]!;
    await page
      .getByText(
        `This import will subscribe ${people} ${people === 1 ? 'person' : 'people'}, unsubscribe 0 and skip ${rows - people}.`,
      )
      .waitFor();
    await page.getByLabel('Import unsubscribes').check();
    await page.getByText(new RegExp(`This import will subscribe ${people} .*, unsubscribe [1-9]`)).waitFor();
    await enabled(page);
    await button.click();
    await page.getByText('Completed').waitFor();
    const statuses = Object.entries(await statusesOn(dashboard.api, list));
    const subscribed = statuses.flatMap(([email, status]) => (status === 'subscribed' ? email : []));
    expect(subscribed.every((email) => email.startsWith('yes')) && subscribed.length).toBe(people);
    await context.close();
  },
);

test('a file without an address column asks for one, then imports', async () => {
  const { list, page, context, button } = await openFile('Which', 'Kontakt,Vertretung\na@x.test,b@x.test\n');
  await page.getByText('Choose the column with the e-mail addresses.').waitFor();
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel('Field for column Vertretung').selectOption('email');
  await page.getByText('This import will subscribe 1 person').waitFor();
  await enabled(page);
  await button.click();
  await page.getByText('Completed').waitFor();
  expect(Object.keys(await statusesOn(dashboard.api, list))).toEqual(['b@x.test']);
  await subscribe(dashboard.api, list, [{ email: 'c@x.test' }]);
  await context.close();
});

test.each(LANGUAGES)(
  'a file with open questions has no axe violation and does not scroll sideways: %s',
  async (_, options) => {
    const { page, context } = await openFile(
      `Calm ${_}`,
      `Email,Werbung ${'x'.repeat(50)},Status\na@x.test,ja,active\n`,
      options,
    );
    await page.getByRole('button', { name: /Ignore column|Spalte ignorieren/ }).waitFor();
    await checkScreen(page, 'import with questions');
    await context.close();
  },
);
