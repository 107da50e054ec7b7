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
let strict: string;
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
  strict = await makeList(api, { name: 'Offers', requires_confirmation: true });
});
afterAll(async () => {
  await browser.close();
  await inbox.stop();
  await api.close();
});
beforeEach(() => {
  email = `p${person++}@people.test`;
});

const add = async (list: string, row: object = {}): Promise<string> =>
  (await subscribe(api, list, [{ email, ...row }])).data[0].id;
/** Adds more than one page of sent campaigns to a list's archive. */
async function archive(listId: string): Promise<void> {
  const templateId = listId; // never requested
  const content = { '': { subject: 'W'.repeat(120), html: '<p>Old</p>', text: 'Old' } };
  const sent = { teamId: api.teamId, listId, templateId, name: 'Old', status: 'sent', archive: true, content } as const;
  const data = Array.from({ length: 25 }, (_, day) => ({
    id: crypto.randomUUID(),
    endedAt: new Date(Date.UTC(2026, 0, day + 1)),
  }));
  await api.db.campaign.createMany({ data: data.map((one) => ({ ...sent, ...one })) });
}
const statusOn = async (list: string) => (await readSubscriber(api, list, email)).status;
const heading = (page: Page) => page.locator('h1').innerText();
/** Waits for the page with this heading, since a click does not wait for its target. */
const arrive = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor();
const read = (page: Page, status: string) => page.getByRole('status').getByText(status, { exact: true }).waitFor();

test('a click in the e-mail and one on the page confirm without scripts', async () => {
  await add(strict);
  const [message = expect.fail()] = await inbox.mailTo(email);
  const { context, page, complaints, requests } = await openPage(browser, { javaScriptEnabled: false });
  // The message in a mail program.
  await page.setContent(message.mail.html as string);
  await page.getByRole('link', { name: 'Confirm subscription' }).click();
  await arrive(page, 'Confirm your subscription');
  expect(page.url()).toBe(linkIn(message, 'confirm'));
  expect(await statusOn(strict)).toBe('unconfirmed');
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await arrive(page, 'You are subscribed');
  expect(await statusOn(strict)).toBe('subscribed');
  await page.reload(); // the browser sends the form again
  await arrive(page, 'You are already subscribed');
  expect(await context.cookies()).toEqual([]);
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(api.installation.config.publicUrl))).toEqual([]);
  await context.close();
});

test('a keyboard user unsubscribes with a visible focus', async () => {
  const { context, page } = await openPage(browser);
  await page.goto(linkOf(api, 'unsubscribe', await add(news)));
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  expect(await focused.innerText()).toBe('Unsubscribe');
  expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  expect(await statusOn(news)).toBe('subscribed');
  await page.keyboard.press('Enter');
  await arrive(page, 'You are unsubscribed');
  expect(await statusOn(news)).toBe('unsubscribed');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await arrive(page, 'Your e-mail preferences');
  await context.close();
});

test('preferences change by their checkbox labels, then all at once', async () => {
  const id = await add(news);
  await add(strict);
  const { context, page, complaints } = await openPage(browser);
  await page.goto(linkOf(api, 'preferences', id));
  expect(await page.getByLabel('News', { exact: true }).isChecked()).toBe(true);
  expect(await page.getByLabel('Offers (not confirmed yet)').isChecked()).toBe(false);
  await page.getByLabel('News', { exact: true }).uncheck();
  await page.getByLabel('Offers').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await read(page, 'Your preferences are saved.');
  expect([await statusOn(news), await statusOn(strict)]).toEqual(['unsubscribed', 'subscribed']);
  expect(await page.getByLabel('News', { exact: true }).isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Unsubscribe from all' }).click();
  await read(page, 'You are unsubscribed from all lists.');
  expect([await statusOn(news), await statusOn(strict)]).toEqual(['unsubscribed', 'unsubscribed']);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(['en', 'de', 'fr', 'es', 'nl'])(
  'no page has an axe violation or scrolls sideways on a small phone, in light or dark mode: %s',
  async (locale) => {
    const waiting = await add(strict, { locale });
    const id = await add(news, { locale });
    const gone = await add(await makeList(api, { name: 'Gone' }), { locale });
    await api.rest('POST', `/subscribers/${gone}/unsubscribe`);
    const blocked = await add(await makeList(api, { name: 'L'.repeat(200) }), { locale });
    await api.db.subscriber.updateMany({ where: { id: blocked }, data: { status: 'complained' } });
    const { context, page, complaints } = await openPage(browser, {
      ...{ locale, viewport: { width: 320, height: 568 } },
    });
    const check = () => checkPage(page, locale);
    const titles: string[] = [];
    const looked = async () => {
      await check();
      titles.push(await heading(page));
    };
    for (const [purpose, subscriber] of [
      ['confirm', waiting],
      ['confirm', id],
      ['confirm', gone],
      ['confirm', blocked],
      ['unsubscribe', id],
      ['unsubscribe', gone],
      ['preferences', id],
    ] as const) {
      await page.goto(linkOf(api, purpose, subscriber));
      await looked();
    }
    await page.locator('button').first().click(); // Save
    await page.getByRole('status').waitFor();
    await looked();
    expect(await page.getByRole('status').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.goto(`${api.installation.config.publicUrl}/archive/${await makeList(api, { name: 'None', locale })}`);
    await looked();
    const archived = await makeList(api, { name: 'Archive', locale });
    await archive(archived);
    for (const path of ['', '?page=2']) {
      await page.goto(`${api.installation.config.publicUrl}/archive/${archived}${path}`);
      await check();
      expect(await page.locator('ol a').first().innerText()).toContain('W'.repeat(50));
      expect(await page.locator('nav a').count()).toBe(1);
    }
    await page.goto(`${api.installation.config.publicUrl}/confirm/forged`);
    await looked();
    expect(new Set(titles).size).toBe(8); // the list choice was opened twice, and a list without an archive has no page
    await context.close();
  },
);
