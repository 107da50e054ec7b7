import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { checkScreen, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { type GoogleServer, startGoogle } from '../support/google.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './chromium.ts';

let google: GoogleServer;
let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let jobs: ReturnType<typeof startJobs>;

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  google = await startGoogle();
  dashboard = await openDashboard({ googleApiOrigin: google.origin, outboundAllow: ['127.0.0.1'] });
  browser = await openBrowser();
  const { api } = dashboard;
  for (const domain of ['shop.example', 'news.example']) await api.rest('POST', '/sending-domains', { domain });
  await api.db.sendingDomain.updateMany({ data: { verifiedAt: new Date(), nextCheckAt: new Date('2100-01-01') } });
  const days = Array.from({ length: 20 }, (_, index): [string, Record<string, number>] => [
    ago(index + 3),
    { SPAM_RATE: index === 4 ? 0.0034 : 0.0004 + (index % 6) * 0.0002, DELIVERY_ERROR_RATE: 0 },
  ]);
  const latest = {
    SPAM_RATE: 0.0012,
    'AUTH_SUCCESS_RATE auth_type = "spf"': 0.99,
    'AUTH_SUCCESS_RATE auth_type = "dkim"': 1,
    'AUTH_SUCCESS_RATE auth_type = "dmarc"': 0.985,
    DELIVERY_ERROR_RATE: 0.03,
    'DELIVERY_ERROR_RATE error_type = "reject" AND error_reason = "low_domain_reputation"': 0.02,
    'DELIVERY_ERROR_RATE error_type = "temp_fail" AND error_reason = "other"': 0.01,
  };
  google.domains.set('shop.example', new Map([...days, [ago(2), latest]]));
  const row = (requirement: string, status: string) => ({ requirement, status: { status } });
  google.compliance.set('shop.example', {
    complianceData: {
      rowData: [
        ...['SPF', 'DKIM', 'DMARC_ALIGNMENT', 'ENCRYPTION'].map((name) => row(name, 'COMPLIANT')),
        row('USER_REPORTED_SPAM_RATE', 'NEEDS_WORK'),
      ],
    },
  });
  jobs = startJobs(api.installation);
});
afterAll(async () => {
  await jobs.stop();
  await browser.close();
  await dashboard.api.close();
  await google.close();
});

const panel = (page: Page) => page.getByRole('region', { name: 'Gmail Postmaster Tools', exact: true });

async function show(page: Page, query = ''): Promise<void> {
  await page.goto(`${dashboard.url}/settings/deliverability${query}`);
  await arriveAt(page, 'Deliverability');
  await panel(page).waitFor();
}

async function enter(page: Page, refreshToken: string): Promise<void> {
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Client ID').fill('ours.apps.example');
  await drawer.getByLabel('Client secret').fill('for clients');
  await drawer.getByLabel('Refresh token', { exact: true }).fill(refreshToken);
  await drawer.getByRole('button', { name: 'Connect Gmail Postmaster' }).click();
  await drawer.waitFor({ state: 'detached' });
}

test('an owner connects Gmail Postmaster, sees the fault of a wrong token, and then the figures with advice', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard, { role: 'owner' });
  await show(page);
  await panel(page).getByText('See how Gmail rates your sending domains').waitFor();
  await panel(page).getByRole('button', { name: 'Connect Gmail Postmaster' }).click();
  await page.getByRole('dialog').getByText('Google ends refresh tokens after seven days').waitFor();
  await enter(page, 'refresh-expired');
  await panel(page).getByRole('status').getByText('Google refused the credentials.').waitFor();
  await panel(page).getByRole('button', { name: 'Replace credentials' }).click();
  await enter(page, 'refresh-1');
  await panel(page).getByRole('status').getByText('Google accepts the credentials.').waitFor();
  await panel(page).getByRole('status').getByText('news.example: The Google account has no access').waitFor();
  await until(async () => (await dashboard.api.db.gmailDay.count()) > 20);
  await show(page);
  const shop = panel(page).getByRole('article', { name: 'shop.example' });
  const text = (await shop.innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/Spam rate 0\.12% Too high Pause campaigns to people who do not open\./);
  expect(text).toMatch(/Highest: 0\.34% on /);
  expect(text).toMatch(/Reputation Low E-mails rejected Gmail rejected up to 2% because of your domain\./);
  expect(text).toMatch(/Authentication 98\.5% Passes SPF 99%, DKIM 100%, DMARC 98\.5%\./);
  expect(text).toMatch(/Delivery errors 3% Low domain reputation: 2% Other deferrals: 1%/);
  expect(text).toMatch(/Stay below 0\.1% Never reach 0\.3%/);
  expect(text).toMatch(/Google's requirements Spam rate: Needs work SPF: Met/);
  const table = shop.getByRole('table', { name: 'Spam rate: shop.example' });
  expect(await table.getByRole('row').nth(30).innerText()).toMatch(/–/);
  const news = panel(page).getByRole('article', { name: 'news.example' });
  await news.getByText('Add and verify it in Postmaster Tools').waitFor();
  await show(page, '?domain=shop.example');
  expect(await panel(page).getByRole('article').count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('the figures of Gmail have no layout or axe faults: %s', async (_language, options) => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard, { ...options, role: 'owner' });
  await page.goto(`${dashboard.url}/settings/deliverability`);
  await page.getByRole('article', { name: 'shop.example' }).waitFor();
  await checkScreen(page, 'figures of Gmail');
  await page.getByRole('button', { name: /ersetzen|Replace credentials/ }).click();
  await page.getByRole('dialog').waitFor();
  await checkScreen(page, 'credentials for Gmail');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a viewer sees the figures without buttons, and an owner disconnects', async () => {
  const viewer = await openSignedIn(browser, dashboard, { role: 'viewer' });
  await show(viewer.page);
  await panel(viewer.page).getByRole('article', { name: 'shop.example' }).waitFor();
  expect(await panel(viewer.page).getByRole('button').count()).toBe(0);
  const { page, context, complaints } = await openSignedIn(browser, dashboard, { role: 'owner' });
  await show(page);
  await panel(page).getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect Gmail Postmaster' });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await panel(page).getByText('See how Gmail rates your sending domains').waitFor();
  await show(viewer.page);
  await panel(viewer.page).getByText('An owner of the team can connect it.').waitFor();
  expect([...complaints, ...viewer.complaints]).toEqual([]);
  await viewer.context.close();
  await context.close();
});
