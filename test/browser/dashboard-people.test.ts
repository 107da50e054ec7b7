import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeList, readSubscriber, subscribe } from '../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { arriveAt, arriveAtPerson, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openPalette, tabTo } from '../support/keyboard.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let news: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  news = await makeList(dashboard.api, { name: 'News' });
  for (const field of [
    { key: 'company', type: 'text', label: 'Company' },
    { key: 'size', type: 'number', label: 'Shoe size' },
    { key: 'birthday', type: 'date', label: 'Birthday' },
    { key: 'member', type: 'boolean', label: 'Club member' },
  ])
    await dashboard.api.rest('POST', '/fields', field);
  await dashboard.api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const region = (page: Page, title: string) => page.getByRole('region', { name: title });
const address = (email: string) => `${dashboard.url}/people/${encodeURIComponent(email)}`;
const read = (email: string) => readSubscriber(dashboard.api, news, email);
const lastChange = (page: Page) => region(page, 'Lists').getByRole('status', { name: 'Last change' });

test('a keyboard user edits a value, reads its error at the field, and undoes a change', async () => {
  await subscribe(dashboard.api, news, [{ email: 'kay@people.test', first_name: 'Kay', attributes: { size: 39 } }]);
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  await page.goto(address('kay@people.test'));
  await arriveAtPerson(page, 'kay@people.test');
  await tabTo(page, 'Edit Shoe size: 39');
  await keyboard.press('Enter');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('large');
  await keyboard.press('Enter');
  await page.getByText(/is not a number\. Enter one such as|Enter a number, such as/).waitFor();
  expect((await read('kay@people.test')).attributes).toEqual({ size: 39 });
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('40,5');
  await keyboard.press('Enter');
  await lastChange(page).getByText('Shoe size was changed.').waitFor();
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Edit Shoe size: 40.5');
  expect((await read('kay@people.test')).attributes).toEqual({ size: 40.5 });
  await tabTo(page, 'Undo');
  await keyboard.press('Enter');
  await region(page, 'Lists').getByRole('button', { name: 'Edit Shoe size: 39' }).waitFor();
  expect((await read('kay@people.test')).attributes).toEqual({ size: 39 });
  expect(complaints).toEqual([]);
  await context.close();
});

test('values are edited by type, and show in another browser at once', async () => {
  const attributes = { company: 'Shoes Ltd', size: 39, birthday: '1990-02-28', member: true };
  await subscribe(dashboard.api, news, [{ email: 'ann@people.test', attributes }]);
  const mine = await open();
  const theirs = await open({ role: 'viewer' });
  for (const { page } of [mine, theirs]) await page.goto(address('ann@people.test'));
  const lists = region(mine.page, 'Lists');
  const change = async (label: RegExp, act: () => Promise<unknown>) => {
    await lists.getByRole('button', { name: label }).click();
    await act();
    await lists.getByRole('button', { name: 'Save' }).click();
    await lists.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  };
  await change(/^Edit Birthday/, () => lists.getByLabel('Birthday').fill('1991-03-01'));
  await change(/^Edit Club member/, () => lists.getByLabel('Club member').selectOption('No'));
  await change(/^Edit Company/, () => lists.getByLabel('Company').fill(''));
  await lists.getByRole('button', { name: '5 empty fields' }).click();
  await change(/^Edit Time zone/, () => lists.getByLabel('Time zone').fill('Europe/Lisbon'));
  await region(theirs.page, 'Lists').getByText('Europe/Lisbon').waitFor();
  await region(theirs.page, 'Lists').getByText('1 Mar 1991').waitFor();
  expect(await theirs.page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
  expect(await read('ann@people.test')).toMatchObject({
    ...{ timezone: 'Europe/Lisbon', attributes: { size: 39, birthday: '1991-03-01', member: false } },
  });
  expect([...mine.complaints, ...theirs.complaints]).toEqual([]);
  await mine.context.close();
  await theirs.context.close();
});

test('a person is unsubscribed, resubscribed, and added to another list', async () => {
  const shop = await makeList(dashboard.api, { name: 'Shop' });
  await subscribe(dashboard.api, news, [{ email: 'lea@people.test' }]);
  const { page, context, complaints } = await open();
  await page.goto(address('lea@people.test'));
  const lists = region(page, 'Lists');
  const onNews = lists.getByRole('group', { name: 'News' });
  await onNews.getByRole('button', { name: 'Unsubscribe' }).click();
  await onNews.getByText('Unsubscribed', { exact: true }).waitFor();
  expect((await read('lea@people.test')).status).toBe('unsubscribed');
  await onNews.getByRole('button', { name: 'Undo' }).click();
  await onNews.getByText('Subscribed', { exact: true }).waitFor();
  await lists.getByLabel('Add to list').selectOption({ label: 'Shop' });
  await lists.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await lists.getByRole('group', { name: 'Shop' }).getByText('Subscribed', { exact: true }).waitFor();
  expect((await readSubscriber(dashboard.api, shop, 'lea@people.test')).status).toBe('subscribed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await lists.getByRole('group', { name: 'Shop' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a person is suppressed with a reason and unsuppressed, and their data is exported', async () => {
  await subscribe(dashboard.api, news, [{ email: 'sue@people.test', tags: ['vip'] }]);
  const { page, context, complaints } = await open();
  await page.goto(address('sue@people.test'));
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Suppress' }).click();
  await page.getByLabel('Reason').selectOption({ label: 'Marked as spam' });
  await page.getByRole('dialog').getByRole('button', { name: 'Suppress' }).click();
  await page.getByText('Reason: Marked as spam.').waitFor();
  const suppressed = async () => (await dashboard.api.rest('GET', '/suppressions?email=sue@people.test')).body.data;
  expect(await suppressed()).toMatchObject([{ reason: 'complaint' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Reason: Marked as spam.').waitFor({ state: 'detached' });
  expect(await suppressed()).toEqual([]);
  await page.getByRole('button', { name: 'Actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('person-sue@people.test.json');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const { data } = (await dashboard.api.rest('GET', '/people/export?email=sue@people.test')).body;
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(data);
  expect(complaints).toEqual([]);
  await context.close();
});

test('erasing asks for the address, and leaves no data of the person', async () => {
  await subscribe(dashboard.api, news, [{ email: 'eve@people.test', first_name: 'Eveline', tags: ['vip'] }]);
  const { page, context, complaints } = await open();
  await page.goto(address('eve@people.test'));
  await region(page, 'Lists').getByText('Eveline').waitFor();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This can’t be undone.').waitFor();
  const erase = dialog.getByRole('button', { name: 'Erase permanently' });
  await dialog.getByRole('textbox').fill('eve@people');
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('eve@people.test');
  await erase.click();
  await page.getByText('This person was erased.').waitFor();
  await region(page, 'Lists').getByText('Not on any list').waitFor();
  await region(page, 'Timeline').getByText('No activity yet').waitFor();
  expect(await page.getByText('Eveline').count()).toBe(0);
  expect((await dashboard.api.rest('GET', `/lists/${news}/subscribers?email=eve@people.test`)).body.data).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('table filters are saved as a segment', async () => {
  await subscribe(dashboard.api, news, [
    { email: 'zoe@people.test', last_name: 'Quist', tags: ['vip'] },
    { email: 'quist@people.test' },
  ]);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/people?list=${news}&search=quist&tag=vip`);
  await page.getByRole('link', { name: 'zoe@people.test' }).waitFor();
  await page.getByRole('link', { name: 'Save as segment' }).click();
  await arriveAt(page, 'New segment');
  await page.getByLabel('Name').first().fill('Quists');
  await page.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'Quists');
  const [segment] = (await dashboard.api.rest('GET', '/segments?search=quists')).body.data;
  expect(segment).toMatchObject({ name: 'Quists', list: news, subscribers_count: 1 });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the palette finds people and objects of all kinds, and opens them by keyboard', async () => {
  await subscribe(dashboard.api, news, [{ email: 'olga@people.test', first_name: 'Olga', last_name: 'Sandström' }]);
  const campaign = await makeCampaign(dashboard.api, news, { name: 'Sandals of summer' });
  await dashboard.api.rest('POST', '/tags', { name: 'sand' });
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  const chosen = (name: string | RegExp) => page.locator('[role=dialog] button[data-selected]', { hasText: name });
  await page.goto(dashboard.url);
  await arriveAt(page, 'Today');
  await openPalette(page);
  await keyboard.type('sand');
  await chosen('olga@people.test').waitFor();
  expect(await violations(page)).toEqual([]);
  await keyboard.press('ArrowDown');
  await chosen('Sandals of summer').waitFor();
  await keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/campaigns/${campaign}`));
  await openPalette(page);
  await keyboard.type('sandstr');
  await chosen('olga@people.test').waitFor();
  await keyboard.press('Enter');
  await arriveAtPerson(page, 'olga@people.test');
  await openPalette(page);
  await keyboard.type('create segm');
  await chosen('Create segment').waitFor();
  await keyboard.press('Enter');
  await arriveAt(page, 'New segment');
  expect(complaints).toEqual([]);
  await context.close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('a person page with all actions has no axe violation', async () => {
    const attributes = { company: 'L'.repeat(80), member: false };
    await subscribe(dashboard.api, news, [{ email: `${colorScheme}@people.test`, attributes, tags: ['vip'] }]);
    for (const [locale, viewport] of [
      ['en-GB', { width: 1440, height: 900 }],
      ['de-DE', { width: 390, height: 844 }],
    ] as const) {
      const { page, context, complaints } = await open({ colorScheme, locale, viewport });
      await page.goto(address(`${colorScheme}@people.test`));
      await page.getByText('L'.repeat(80)).click();
      await page.locator('main form input').first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
