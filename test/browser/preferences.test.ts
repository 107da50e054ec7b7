import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../support/audience.ts';
import { checkPage } from '../support/check-page.ts';
import { type Inbox, linkIn, openInbox } from '../support/inbox.ts';
import { linkOf } from '../support/pages.ts';
import { freePort } from '../support/server.ts';
import { openBrowser, openPage } from './chromium.ts';

let api: TestApp;
let inbox: Inbox;
let browser: Browser;
let news: string;
let person = 0;
let email: string;

beforeAll(async () => {
  const port = await freePort();
  api = await openTestApp({ publicUrl: `http://127.0.0.1:${port}` });
  await api.app.listen({ port, host: '127.0.0.1' });
  inbox = await openInbox(api.installation);
  browser = await openBrowser();
  news = await makeList(api, { name: 'News' });
  await api.rest('PATCH', '/team', { name: 'The tea shop', postal_address: 'Baker Street 1\nLondon' });
});
afterAll(async () => {
  await browser.close();
  await inbox.stop();
  await api.close();
});
beforeEach(() => {
  email = `chooser${person++}@people.test`;
});

const add = async (row: object = {}): Promise<string> => (await subscribe(api, news, [{ email, ...row }])).data[0].id;
const profile = async () => (await api.rest('GET', `/people?email=${email}`)).body.data;
const read = (page: Page, status: string) => page.getByRole('status').getByText(status, { exact: true }).waitFor();
const arrive = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

test('without scripts, a person changes frequency, language and tracking, and ends a pause', async () => {
  const { context, page, complaints } = await openPage(browser, { javaScriptEnabled: false, locale: 'en' });
  await page.goto(linkOf(api, 'preferences', await add()));
  await page.getByLabel('At most one a week').check();
  await page.getByLabel('Do not track').check();
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  await read(page, 'Ihre Einstellungen sind gespeichert.');
  expect(await page.getByLabel('Höchstens einen in der Woche').isChecked()).toBe(true);
  expect(await page.getByLabel('News', { exact: true }).isChecked()).toBe(true);
  expect(await profile()).toMatchObject({ tracked: false, frequency: { messages: 1, days: 7 } });
  expect((await readSubscriber(api, news, email)).locale).toBe('de');
  await page.getByRole('button', { name: '30 Tage pausieren' }).click();
  await read(page, 'Ihre Pause hat begonnen.');
  expect((await profile()).paused_until).not.toBeNull();
  await page.getByRole('button', { name: 'Pause beenden' }).click();
  await read(page, 'Ihre Pause ist beendet.');
  expect((await profile()).paused_until).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a keyboard user sets preferences with a visible focus', async () => {
  const { context, page } = await openPage(browser, { locale: 'en' });
  await page.goto(linkOf(api, 'preferences', await add()));
  const focused = page.locator(':focus');
  const seen: string[] = [];
  const next = async () => {
    await page.keyboard.press('Tab');
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    seen.push(await focused.evaluate((element) => `${element.getAttribute('name')}=${element.getAttribute('value')}`));
  };
  await next(); // the list
  await next(); // how often
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await next(); // tracking
  await page.keyboard.press('ArrowDown');
  await next(); // language
  await page.keyboard.press('d');
  await next(); // save
  await page.keyboard.press('Enter');
  await read(page, 'Ihre Einstellungen sind gespeichert.');
  expect(seen).toEqual([`list=${news}`, 'often=any', 'tracking=on', 'language=null', 'do=save']);
  expect(await profile()).toMatchObject({ tracked: false, frequency: { messages: 1, days: 30 } });
  expect((await readSubscriber(api, news, email)).locale).toBe('de');
  await context.close();
});

test('an unsubscribed person gives a reason by keyboard, and is thanked', async () => {
  const { context, page } = await openPage(browser, { javaScriptEnabled: false, locale: 'en' });
  await page.goto(linkOf(api, 'unsubscribe', await add()));
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await arrive(page, 'You are unsubscribed');
  await page.keyboard.press('Tab'); // the preferences
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').innerText()).toBe('Send answer');
  await page.keyboard.press('Enter');
  await read(page, 'Thank you for your answer.');
  const reasons = await api.rest('GET', `/lists/${news}/unsubscribe-reasons`);
  expect(reasons.body.data).toEqual({ not_relevant: 1 });
  await context.close();
});

test('the link in the e-mail downloads a person’s data, and erases it after a confirmation', async () => {
  const { context, page, complaints } = await openPage(browser, { javaScriptEnabled: false, locale: 'en' });
  await page.goto(linkOf(api, 'preferences', await add({ first_name: 'Ann' })));
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await read(page, 'The link is on its way to your inbox.');
  const [message = expect.fail()] = await inbox.mailTo(email);
  linkIn(message, 'data'); // in both parts
  await page.goto('about:blank'); // our page's policy does not apply in a mail program
  await page.setContent(message.mail.html as string);
  await page.getByRole('link', { name: 'Go to my data' }).click();
  await arrive(page, 'Your data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('data.json');
  const { pages } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(pages[0].subscriptions[0]).toMatchObject({ email, first_name: 'Ann' });
  await page.getByRole('button', { name: 'Erase my data' }).click(); // the box is not ticked
  expect((await profile()).known_since).not.toBeNull();
  await page.getByLabel('Yes, erase everything').check();
  await page.getByRole('button', { name: 'Erase my data' }).click();
  await arrive(page, 'Your data has been erased');
  expect((await profile()).known_since).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

const PALE = { color: '#ffee00', background_color: '#fff7c0', font_family: "Georgia, 'Times New Roman', serif" };
const DARK = { color: '#0a0a0a', background_color: '#111111' };

/** Languages and brands are independent, so not every combination needs a test. */
test.each<[brand: string, locale: string, object]>([
  ...['en', 'de', 'fr', 'es', 'nl'].map((locale): [string, string, object] => ['no brand', locale, {}]),
  ['a pale brand', 'de', PALE],
  ['a pale brand', 'fr', PALE],
  ['a dark brand', 'en', DARK],
])(
  'with %s no page has anything for axe to find or runs off the side at 390 px, by day and by night: %s',
  async (_brand, locale, brand) => {
    const publicUrl = api.installation.config.publicUrl;
    const none = { color: null, background_color: null, font_family: null };
    const logo = {
      logo_url: `${publicUrl}/pictures/social/instagram.png`,
      logo_width: 24,
      website_url: 'https://shop.test/',
    };
    await api.rest('PATCH', '/team', { brand: { ...none, ...logo, ...brand } });
    const id = await add({ locale });
    const { context, page, complaints } = await openPage(browser, {
      ...{ locale, viewport: { width: 390, height: 844 } },
    });
    const titles: string[] = [];
    const look = async () => {
      titles.push(await page.locator('h1').innerText());
      await checkPage(page, locale);
      // The policy allows the logo.
      expect(
        await page.locator('header img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
      ).toBeGreaterThan(0);
    };
    const press = async (value: string) => {
      await page.locator(`button[value="${value}"]`).click();
      await page.getByRole('status').waitFor();
    };
    await page.goto(linkOf(api, 'unsubscribe', id));
    await look();
    await page.goto(linkOf(api, 'preferences', id));
    await look();
    await press('pause');
    await look();
    await press('data');
    await look();
    await press('leave-all');
    await look();
    await page.goto(linkOf(api, 'unsubscribe', id));
    await look();
    await page.locator('input[value="other"]').check();
    await press('reason');
    await look();
    const inAnHour = Math.floor(Date.now() / 1000) + 3_600;
    await page.goto(api.installation.links.ofData({ teamId: api.teamId, id }, inAnHour));
    await look();
    await page.locator('input[name="sure"]').check();
    await page.locator('button[value="erase"]').click();
    await page.locator('button[value="erase"]').waitFor({ state: 'detached' });
    await look();
    expect(new Set(titles).size).toBe(5);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
