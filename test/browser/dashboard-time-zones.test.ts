import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { all, makeSegment } from '../support/segments.ts';
import { openBrowser } from './chromium.ts';

const DAY_MS = 86_400_000;
const ZONE = 'America/Los_Angeles';
const DAYS = `Dates in ${ZONE}`;

/** Evening in Los Angeles, but the next day in UTC and in Tokyo, the browser's zone. */
const AT = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 5 * 3_600_000);
const dayIn = (timeZone: string, locale = 'sv-SE', dateStyle: 'short' | 'medium' = 'short') =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle }).format(AT);
const [DAY, SHOWN] = [dayIn(ZONE), dayIn(ZONE, 'en-GB', 'medium')];

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;
let segment: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  const { api } = dashboard;
  await api.rest('PATCH', '/team', { timezone: ZONE });
  list = await makeList(api);
  await subscribe(api, list, [{ email: 'eve@people.test' }]);
  await api.db.subscriber.updateMany({ where: { listId: list }, data: { subscribedAt: AT } });
  const order = { email: 'eve@people.test', name: 'order', value: 12_50, currency: 'EUR', reference: 'evening' };
  expect((await api.rest('POST', '/events', { ...order, occurred_at: AT.toISOString() })).status).toBe(201);
  const quarter = new Date(AT.getTime() - (AT.getTime() % 900_000));
  await api.db.messageCount.create({ data: { teamId: api.teamId, quarter, kind: 'campaign', holder: 1, sent: 7 } });
  const on = { type: 'subscribed_at', operator: 'between', value: [DAY, DAY] };
  ({ id: segment } = await makeSegment(api, list, all(on), 'That day'));
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (role: 'viewer' | 'owner' | 'editor' = 'viewer', locale = 'en-GB') =>
  openSignedIn(browser, dashboard, { role, locale, timezoneId: 'Asia/Tokyo' });
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

test('day filters and the revenue chart use the team’s days in any browser zone, and name the zone', async () => {
  expect(dayIn('Asia/Tokyo')).not.toBe(DAY);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/events/revenue?from=${DAY}&to=${DAY}`);
  await row(page, `${SHOWN} €12.50`).waitFor({ state: 'attached' });
  await row(page, /evening/).waitFor();
  expect(await page.getByText(DAYS).first().isVisible()).toBe(true);
  await page.getByLabel('From').fill(dayIn('Asia/Tokyo'));
  await page.getByLabel('To', { exact: true }).fill(dayIn('Asia/Tokyo'));
  await page.getByText('No sales in this period', { exact: false }).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the growth chart shows a person on the team’s day of joining', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/lists/${list}`);
  await row(page, `${SHOWN} 1 0`).waitFor({ state: 'attached' });
  await page.getByText(DAYS).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('usage starts with the team’s month and counts by its days', async () => {
  const { page, context, complaints } = await open('owner');
  const { body } = await dashboard.api.rest('GET', '/usage');
  await page.goto(`${dashboard.url}/settings/usage`);
  const first = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, dateStyle: 'medium' });
  await page.getByRole('heading', { name: `Since ${first.format(Date.parse(body.data.month_started_at))}` }).waitFor();
  await page.getByText(DAYS).waitFor();
  for (const { date } of body.data.messages_sent_by_day) {
    const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' }).format(Date.parse(date));
    await row(page, `${shown} 7 0 0`).waitFor({ state: 'attached' });
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['/events', DAYS],
  ['/transactional', DAYS],
  ['/settings/audit', DAYS],
  ['/', DAYS],
])('%s names the zone of its days', async (path, words) => {
  const { page, context, complaints } = await open('owner');
  await page.goto(`${dashboard.url}${path}`);
  await page.getByText(words).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a rule about days names the zone and counts the person', async () => {
  const { page, context, complaints } = await open('editor');
  await page.goto(`${dashboard.url}/segments/${segment}`);
  await page.getByText(DAYS).waitFor();
  expect(await page.getByLabel('From').inputValue()).toBe(DAY);
  expect((await dashboard.api.rest('GET', `/segments/${segment}/subscribers`)).body.meta.total).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the German screen names the time zone too', async () => {
  const { page, context } = await open('viewer', 'de-DE');
  await page.goto(`${dashboard.url}/events/revenue?from=${DAY}&to=${DAY}`);
  await page.getByText(`Tage in ${ZONE}`).first().waitFor();
  await context.close();
});
