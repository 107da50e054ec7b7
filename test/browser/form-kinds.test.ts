import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs } from '../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';
import { checkPage } from '../support/check-page.ts';
import { makeForm } from '../support/forms.ts';
import { freePort } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openBrowser, openPage, violations } from './chromium.ts';

// Forms that open over another site, and the designs.

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
let browser: Browser;
let site: Server;
let siteUrl: string;
/** The code for the form on the other site. */
let code = '';
let list: string;
let person = 0;
let email: string;

beforeAll(async () => {
  const port = await freePort();
  api = await openTestApp({ publicUrl: `http://localhost:${port}`, formLimitPerMinute: 0, databasePool: 12 });
  await api.app.listen({ port, host: '127.0.0.1' });
  jobs = startJobs(api.installation);
  browser = await openBrowser();
  const policy = `default-src 'self'; script-src ${api.installation.config.publicUrl}; connect-src ${api.installation.config.publicUrl}`;
  site = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(204).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
    response.end(SITE.replace('CODE', () => code));
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  list = await makeList(api, { name: 'The shop’s letter' });
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => site.close(resolve));
  await jobs.stop();
  await api.close();
});
beforeEach(() => {
  email = `k${person++}@people.test`;
});

/** A strict content security policy applies: neither inline styles nor inline scripts. */
const SITE = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1>
<p><a href="#shoes">Shoes</a></p>${'<p>Leather, hand-sewn.</p>'.repeat(120)}<h2 id="shoes">Shoes</h2></main>CODE</body></html>`;

const KINDS = ['popup', 'slide_in', 'bar'];
const KEYS = { name: 'The shop’s letter' };

const dialog = (page: Page) => page.getByRole('dialog', KEYS);

/** Opens the site with a form of this kind, which opens at once. */
async function openSite(kind: string, input: object = {}, settings: object = {}) {
  const form = await makeForm(api, list, { kind, open_after_seconds: 0, text: 'Once a month.', ...input });
  code = form.html;
  const opened = await openPage(browser, settings);
  await opened.page.goto(siteUrl);
  return { form, ...opened };
}

/** Reloads the page, and waits until the script has decided that nothing opens. */
async function expectQuietAfterReload(page: Page) {
  await page.reload({ waitUntil: 'networkidle' });
  expect(await dialog(page).count()).toBe(0);
}

test.each(KINDS)('a %s opens, a fast visitor signs up with one press, and is not asked again', async (kind) => {
  const { form, page, context, complaints } = await openSite(kind);
  await dialog(page).waitFor();
  await dialog(page).getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('status').getByText('Thank you').waitFor();
  await until(() => api.db.subscriber.count({ where: { email, listId: list } }));
  expect(await violations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expectQuietAfterReload(page);
  const views = async () => (await api.rest('GET', `/forms/${form.id}`)).body.data.views;
  expect(await until(views)).toBe(1);
  expect(complaints).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test('a popup traps the focus, Escape closes it, and the focus returns', async () => {
  const { page, context } = await openSite('popup', { open_after_seconds: null, open_after_percent: 1 });
  const link = page.getByRole('link', { name: 'Shoes' });
  await link.focus();
  await page.mouse.wheel(0, 4_000);
  await dialog(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('name'));
  expect(await focused()).toBe('email');
  for (let times = 0; times < 6; times += 1) {
    await page.keyboard.press('Tab');
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(false);
  }
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
  await context.close();
});

test.each(['slide_in', 'bar'])('a %s takes no focus, Escape closes it, and the focus returns', async (kind) => {
  const { page, context } = await openSite(kind, { open_after_seconds: null, open_after_percent: 1 });
  const link = page.getByRole('link', { name: 'Shoes' });
  await link.focus();
  await page.mouse.wheel(0, 4_000);
  await dialog(page).waitFor();
  expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
  await dialog(page).getByLabel('E-mail address').focus();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
  await context.close();
});

test('a form opens when the mouse leaves the page at the top, and not before', async () => {
  const { page, context } = await openSite('popup', { open_after_seconds: null, open_on_leave: true });
  await page.waitForLoadState('networkidle');
  await page.mouse.move(200, 200);
  expect(await dialog(page).count()).toBe(0);
  await page.dispatchEvent('body', 'mouseout', { clientY: -1, bubbles: true });
  await dialog(page).waitFor();
  await context.close();
});

test('a closed form stays closed for its days, and one for the next page returns', async () => {
  for (const [days, count] of [
    [30, 0],
    [0, 1],
  ] as const) {
    const { page, context } = await openSite('slide_in', { repeat_after_days: days });
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.reload({ waitUntil: 'networkidle' });
    if (count) await dialog(page).waitFor();
    expect(await dialog(page).count()).toBe(count);
    await context.close();
  }
});

test.each(KINDS)('a %s moves nothing on the page, in any design and width', async (kind) => {
  for (const design of ['clean', 'tinted', 'bold']) {
    for (const width of [1_280, 390]) {
      const { page, context } = await openSite(kind, { design }, { viewport: { width, height: 800 } });
      await dialog(page).waitFor();
      await dialog(page).evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
      expect(await violations(page)).toEqual([]);
      const shifts = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
              type: 'layout-shift',
              buffered: true,
            });
            setTimeout(() => resolve(0), 300);
          }),
      );
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      const box = await dialog(page).boundingBox();
      expect([design, width, shifts, isWide, box && box.x >= 0 && box.x + box.width <= width]).toEqual([
        ...[design, width, 0, false, true],
      ]);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${kind}-${design}-${width}.png` });
      await context.close();
    }
  }
});

test.each(['clean', 'tinted', 'bold'])(
  'the page in the design %s has no axe violation at both widths',
  async (design) => {
    const form = await makeForm(api, list, { design, text: 'Once a month.', consent_text: 'I agree.' });
    for (const width of [1_280, 320]) {
      const { page, context, complaints } = await openPage(browser, { viewport: { width, height: 800 } });
      await page.goto(form.url);
      await checkPage(page, 'en');
      if (process.env.PICTURES)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${process.env.PICTURES}/page-${design}-${width}-${colorScheme}.png` });
        }
      expect(complaints).toEqual([]);
      await context.close();
    }
  },
);

test('two forms and two scripts on a page are each sent once', async () => {
  const forms = [await makeForm(api, list, { title: 'One' }), await makeForm(api, list, { title: 'Two' })];
  code = forms.map(({ html }) => html).join('');
  const { page, context } = await openPage(browser);
  await page.goto(siteUrl, { waitUntil: 'networkidle' });
  const posts: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
  const second = page.getByRole('region', { name: 'Two' });
  await second.getByLabel('E-mail address').fill(email);
  await second.getByRole('button', { name: 'Subscribe' }).click();
  await second.getByText('Thank you').waitFor();
  expect(posts).toEqual([forms[1]!.url]);
  await context.close();
});
