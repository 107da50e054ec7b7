import iconv from 'iconv-lite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { makeList, readSubscriber } from '../support/audience.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openDashboard();
  jobs = startJobs(dashboard.api.installation);
  browser = await openBrowser();
  await dashboard.api.rest('POST', '/fields', { key: 'price', type: 'number', label: 'Price' });
});
afterAll(async () => {
  await browser.close();
  await jobs.stop();
  await dashboard.api.close();
});

const choose = (page: Page, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
const preview = (page: Page) => page.getByRole('region', { name: 'First rows as a table' });
const start = async (page: Page) => {
  await page.getByRole('button', { name: /^Import into / }).click();
  await page.waitForURL(/\/lists\/imports\/[0-9a-f-]{36}/);
};
const nameOf = async (list: string, email: string) => {
  await until(async () => (await dashboard.api.db.subscriber.count({ where: { listId: list, email } })) === 1);
  return (await readSubscriber(dashboard.api, list, email)).first_name;
};

test.each([
  [
    'Polish',
    'windows-1250',
    'Email;Imię\r\nluk@x.example;Łukasz\r\nmal@x.example;Małgorzata\r\n',
    'luk@x.example',
    'Łukasz',
  ],
  [
    'French',
    'windows-1252',
    'Email;Prénom\r\nfra@x.example;François\r\nhel@x.example;Hélène\r\n',
    'fra@x.example',
    'François',
  ],
  [
    'Japanese',
    'shift_jis',
    'Email,名前\r\ntar@x.example,田中 太郎\r\nsak@x.example,さくら\r\n',
    'tar@x.example',
    '田中 太郎',
  ],
])('a %s file is shown as it is read, and imported', async (_, encoding, text, email, name) => {
  const list = await makeList(dashboard.api, { name: `In ${encoding}` });
  const { page, context } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  await choose(page, iconv.encode(text, encoding));
  const alert = page.getByRole('alert', { name: 'Check these names' });
  await alert.getByText(name, { exact: false }).first().waitFor();
  await preview(page).getByText(name).waitFor();
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('combobox')
    .first()
    .selectOption({ label: 'First name' });
  await start(page);
  expect(await nameOf(list, email)).toBe(name);
  await context.close();
});

test('a wrong encoding is corrected by sample names or by the encoding list', async () => {
  const list = await makeList(dashboard.api, { name: 'Unsure' });
  const { page, context } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  await choose(page, iconv.encode('Email;First Name\r\nkam@x.example;Kamień\r\n', 'windows-1250'));
  await preview(page).getByText('Kamień').waitFor();
  await page.getByRole('button', { name: 'Use Windows-1252' }).click();
  await preview(page).getByText('Kamieñ').waitFor();
  expect(await page.getByRole('alert', { name: 'Check these names' }).count()).toBe(0);
  await page.getByLabel('Encoding').selectOption('cp852');
  await preview(page).getByText('Kamie˝').waitFor();
  await page.getByLabel('Encoding').selectOption('windows-1250');
  await preview(page).getByText('Kamień').waitFor();
  await page.getByLabel('Delimiter').selectOption('Comma');
  await page.getByText('no column email', { exact: false }).first().waitFor();
  await page.getByLabel('Delimiter').selectOption({ index: 0 });
  await start(page);
  expect(await nameOf(list, 'kam@x.example')).toBe('Kamień');
  await context.close();
});

test('ambiguous numbers ask for their decimal separator', async () => {
  const list = await makeList(dashboard.api, { name: 'Prices' });
  const { page, context } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  await choose(page, Buffer.from('Email;Price\r\na@x.example;1.234\r\n'));
  await page.getByLabel('Decimal separator in Price').selectOption(',');
  await page.getByText('are ambiguous', { exact: false }).waitFor({ state: 'detached' });
  await start(page);
  await nameOf(list, 'a@x.example');
  expect((await readSubscriber(dashboard.api, list, 'a@x.example')).attributes).toEqual({ price: 1234 });
  await context.close();
});

test('the German screen names the encodings in German', async () => {
  const list = await makeList(dashboard.api, { name: 'Deutsch' });
  const { page, context } = await openSignedIn(browser, dashboard, { locale: 'de-DE' });
  await page.goto(`${dashboard.url}/lists/imports/new?list=${list}`);
  await choose(page, iconv.encode('Email;First Name\r\nj@x.example;Jürgen\r\n', 'windows-1252'));
  await page.getByRole('alert', { name: 'Prüfen Sie diese Namen' }).getByText('Jürgen').first().waitFor();
  await page.getByLabel('Zeichenkodierung').selectOption('windows-1252');
  await context.close();
});
