import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedTeam } from '../../src/demo/seed.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import { openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

/** The sum of all shifts while a screen loads. Google calls up to 0.1 good; people see from about 0.02. */
const MOST = 0.02;
const PEOPLE = 200;

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let paths: string[];

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  const { connection, outbound } = dashboard.api.installation;
  const scope = createScope(connection.db, { id: dashboard.api.teamId }, WORKER);
  await seedTeam(scope, outbound, () => undefined, PEOPLE);
  const [list] = (await dashboard.api.rest('GET', '/lists')).body.data;
  const [campaign] = (await dashboard.api.rest('GET', '/campaigns?status=sent')).body.data;
  const [automation] = (await dashboard.api.rest('GET', '/automations')).body.data;
  const [segment] = (await dashboard.api.rest('GET', `/lists/${list.id}/segments`)).body.data;
  const [person] = (await dashboard.api.rest('GET', `/lists/${list.id}/subscribers`)).body.data;
  paths = [
    ...[
      '',
      'people',
      `people/${person.email}`,
      'lists',
      `lists/${list.id}`,
      'segments',
      `segments/${segment?.id}`,
      'forms',
    ],
    ...[
      'templates',
      'campaigns',
      `campaigns/${campaign.id}`,
      'automations',
      `automations/${automation.id}`,
      'transactional',
    ],
    ...[
      'events',
      'events/revenue',
      'outbox',
      'settings/team',
      'settings/members',
      'settings/tokens',
      'settings/domains',
      'settings/deliverability',
    ],
    ...['settings/transports', 'settings/webhooks', 'settings/audit', 'settings/usage'],
  ];
}, 180_000);
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

/** Sums shifts that no key or click caused. Runs in the browser, before the page. */
const watch = () => {
  const page = window as unknown as { shifts: [number, string][] };
  page.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as Shift;
      const moved = sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 120)).join(' | ');
      if (!hadRecentInput) page.shifts.push([value, moved]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: unknown }[];
}

async function shiftsOf(page: Page, path: string): Promise<[number, string][]> {
  await page.goto(`${dashboard.url}/${path}`, { waitUntil: 'networkidle' });
  await page.locator('main h1').waitFor();
  await expect.poll(() => page.locator('main .mantine-Skeleton-root').count()).toBe(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() => (window as unknown as { shifts: [number, string][] }).shifts);
}

test.each([
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])('nothing on a screen moves visibly while it loads on %s', async (_name, viewport) => {
  const { page, context } = await openSignedIn(browser, dashboard, { viewport, role: 'owner' });
  await page.addInitScript(watch);
  const moved: Record<string, unknown> = {};
  for (const path of paths) {
    const shifts = await shiftsOf(page, path);
    const sum = shifts.reduce((all, [value]) => all + value, 0);
    if (sum > MOST) moved[path] = [Math.round(sum * 1_000) / 1_000, ...shifts];
  }
  expect(moved).toEqual({});
  await context.close();
});
