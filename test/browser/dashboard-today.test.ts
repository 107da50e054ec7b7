import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteBackup } from '../../src/domain/platform/last-backup.ts';
import { newId } from '../../src/ids.ts';
import { openTeam, type TestApp } from '../support/app.ts';
import { makeList, rowsOf, subscribe } from '../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../support/campaigns.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { tabTo } from '../support/keyboard.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openDashboard({ mailUrl: 'smtp://mail.test' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

type Options = Parameters<typeof openSignedIn>[2];

/** A separate team, and a browser of one of its members. */
async function openOwn(options?: Options, prepare: (api: TestApp) => Promise<void> = async () => {}) {
  const api = await openTeam(dashboard.api);
  await prepare(api);
  return { api, ...(await openSignedIn(browser, { api, url: dashboard.url }, options)) };
}

const section = (page: Page, title: string) => page.getByRole('region', { name: title });
const fact = (page: Page, name: string) => section(page, 'Health').getByRole('row', { name }).getByRole('cell');

/** Lets minutes pass on the page's clock. */
const later = (page: Page, seconds: number) => page.clock.runFor(seconds * 1_000);

/** Writes message outcomes like a worker. */
const settle = ({ db, teamId }: TestApp, outcome: string, count: number, holder = 1) => {
  const minute = new Date(Math.floor(Date.now() / 60_000 - 2) * 60_000);
  return db.messageMinute.create({ data: { teamId, minute, outcome, holder, count } });
};

async function trouble(api: TestApp): Promise<{ domain: string }> {
  const { body: domain } = await api.rest('POST', '/sending-domains', { domain: 'shop.example' });
  const list = await makeList(api);
  await api.db.import.create({
    data: {
      ...{ teamId: api.teamId, id: newId(), listId: list, fileName: 'people.csv', status: 'completed' },
      ...{ total: 3, processed: 3, failed: 3, finishedAt: new Date() },
    },
  });
  await api.rest('POST', '/templates', TEMPLATE);
  const campaign = await makeCampaign(api, list, { name: 'Spring' });
  await api.db.campaign.update({
    where: { teamId_id: { teamId: api.teamId, id: campaign } },
    data: { status: 'paused', pauseReason: '30 of 400 messages bounced hard, more than 5 percent.' },
  });
  return { domain: domain.data.id };
}

test('Needs attention comes first, worst first, with links to the fix', async () => {
  const { api, page, context, complaints } = await openOwn();
  await page.clock.install();
  await page.goto(dashboard.url);
  await page.getByText('All clear').waitFor();
  const { domain } = await trouble(api);
  await later(page, 61);
  const items = section(page, 'Needs attention').getByRole('listitem');
  await items.nth(2).waitFor();
  const words = await items.allInnerTexts();
  expect(words).toEqual([
    expect.stringContaining('Spring was paused automatically: 30 of 400 messages bounced hard'),
    expect.stringContaining('E-mails from shop.example are not signed: its DKIM key is not in DNS.'),
    expect.stringContaining('3 rows of people.csv were not imported'),
  ]);
  const [first] = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(first).toBe('Needs attention');
  await tabTo(page, 'View DNS records');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/settings/domains/${domain}`);
  await page.goBack();
  await items.nth(2).waitFor();
  await api.db.sendingDomain.updateMany({ where: { teamId: api.teamId }, data: { verifiedAt: new Date() } });
  await later(page, 61);
  await items.nth(2).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('messages per minute update while the page is visible, and are not requested while it is hidden', async () => {
  const { api, page, context, requests, complaints } = await openOwn();
  await page.clock.install();
  await page.goto(dashboard.url);
  const minutes = section(page, 'Messages per minute');
  await section(page, 'Health').waitFor();
  await minutes.waitFor({ state: 'detached' });
  await settle(api, 'sent', 1_200);
  await settle(api, 'failed', 7);
  await later(page, 61);
  await minutes.getByText('1,200 sent · 7 failed').waitFor();
  await minutes.locator('figure svg').first().waitFor();
  expect(await minutes.getByRole('table', { name: 'Messages per minute' }).getByRole('row').count()).toBe(61);

  const turn = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');
  await page.waitForLoadState('networkidle');
  const before = requests.length;
  await settle(api, 'deferred', 3);
  await later(page, 300);
  expect(requests.length).toBe(before);
  await turn('visible');
  await minutes.getByText('1,200 sent · 7 failed · 3 deferred').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('revenue by origin and list growth cover 30 days, with links', async () => {
  const { api, page, context, complaints } = await openOwn({ role: 'viewer' }, async (api) => {
    const list = await makeList(api, { name: 'News' });
    await subscribe(api, list, rowsOf(3));
    const { body } = await api.rest('GET', `/lists/${list}/subscribers`);
    await api.rest('POST', `/subscribers/${body.data[0].id}/unsubscribe`);
    await makeList(api, { name: 'Quiet' });
    for (const value of [12_50, 7_50]) {
      await api.rest('POST', '/conversions', { email: rowsOf(1)[0]!.email, value, currency: 'EUR' });
    }
  });
  await page.goto(dashboard.url);
  const revenue = section(page, 'Revenue (30 days)');
  await revenue.getByText('€20.00').first().waitFor();
  expect(await revenue.getByRole('row').last().getByRole('cell').allInnerTexts()).toEqual([
    ...['Not credited to an e-mail', '2', '€20.00', '100%'],
  ]);
  const row = section(page, 'List growth (30 days)').getByRole('row', { name: /^News/ });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['News', '3', '1', '+2']);
  await row.getByRole('link').click();
  await arriveAt(page, 'News');
  await page.goBack();
  await revenue.getByRole('link').click();
  await arriveAt(page, 'Revenue');
  expect(api.teamId).not.toBe(dashboard.api.teamId);
  expect(complaints).toEqual([]);
  await context.close();
});

test('only an owner sees the data path and the missing backup', async () => {
  const seen = await openOwn({ role: 'viewer', email: 'looks@staff.test' });
  await seen.page.goto(dashboard.url);
  await seen.page.getByText('All clear').waitFor();
  expect(await fact(seen.page, 'Database').innerText()).toBe('Built-in PostgreSQL');
  expect(await fact(seen.page, 'Last backup').innerText()).toBe('No backup found');
  await seen.context.close();
  const { api, page, context } = await openOwn({ role: 'owner' }, async ({ db, teamId }) => {
    await db.team.update({ where: { id: teamId }, data: { createdAt: new Date(Date.now() - 8 * 86_400_000) } });
  });
  await page.clock.install();
  await page.goto(dashboard.url);
  await section(page, 'Needs attention').getByText('No backup found').waitFor();
  expect(await fact(page, 'Database').innerText()).toContain(api.installation.config.dataDir);
  await noteBackup(api.db, { madeBy: 'command', at: new Date(), bytes: 12_300_000 });
  await later(page, 61);
  await page.getByText('All clear').waitFor();
  expect(await fact(page, 'Last backup').innerText()).toMatch(/, 13 MB$/);
  await context.close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each([
    ['a desktop', 'en-GB', { width: 1440, height: 900 }],
    ['a phone', 'de-DE', { width: 390, height: 844 }],
  ] as const)(
    'a full Today on %s has no axe violation and does not scroll sideways (%s)',
    async (_, locale, viewport) => {
      const { page, context, complaints } = await openOwn(
        { colorScheme, locale, viewport, role: 'owner' },
        async (api) => {
          await trouble(api);
          for (const outcome of ['sent', 'failed', 'deferred', 'unknown', 'withheld']) await settle(api, outcome, 20);
          await api.rest('POST', '/conversions', { email: 'a@people.test', value: 100_00, currency: 'EUR' });
        },
      );
      await page.goto(dashboard.url);
      await page.locator('figure svg').first().waitFor();
      await page.waitForFunction(() => document.querySelector('main [role=status]') === null);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
