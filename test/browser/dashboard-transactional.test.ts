import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { createOutbox } from '../../src/delivery/transports/outbox.ts';
import { openTeam } from '../support/app.ts';
import { checkScreenAt, LANGUAGES } from '../support/check-screen.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { until } from '../support/until.ts';
import { openBrowser } from './chromium.ts';

const LONG = 'L'.repeat(90);
const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let delivery: ReturnType<typeof startDelivery>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openDashboard();
  const { installation } = dashboard.api;
  delivery = startDelivery({
    ...installation,
    transport: createOutbox(join(installation.config.dataDir as string, 'outbox')),
  });
  browser = await openBrowser();
  await dashboard.api.rest('PATCH', '/team', { from_email: 'shop@shop.test' });
  const receipt = {
    name: 'Receipt',
    editor: 'html',
    subject: 'Order {{ order }}',
    content: '<h1>Thanks for {{ order }}</h1>',
  };
  expect((await dashboard.api.rest('POST', '/templates', receipt)).status).toBe(201);
});
afterAll(async () => {
  await browser.close();
  await delivery.stop();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) => openSignedIn(browser, dashboard, options);
const section = (page: Page, title: string) => page.getByRole('region', { name: title });

async function send(more: object = {}): Promise<string> {
  const mail = {
    from: 'shop@shop.test',
    to: ['ann@people.test'],
    template: 'Receipt',
    variables: { order: 7 },
    ...more,
  };
  const { status, body } = await dashboard.api.rest('POST', '/transactional-mails', mail);
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = body.data;
  await until(
    async () => (await dashboard.api.rest('GET', `/transactional-mails/${id}`)).body.data.status !== 'pending',
  );
  return id;
}

test('an application’s e-mail appears live, opens, and is sent again', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/transactional?recipient=live%40people.test`);
  await page.getByText('No matching e-mails').waitFor();
  await send({ to: ['live@people.test'] });
  await page.getByRole('row', { name: /Order 7.*In the outbox/ }).waitFor();
  await page.getByRole('link', { name: 'Order 7' }).click();
  await arriveAt(page, 'Order 7');
  await section(page, 'Timeline').getByText('Kept in the outbox', { exact: true }).waitFor();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Thanks for 7' }).waitFor();
  await page.getByRole('tab', { name: 'Plain text' }).click();
  await page.waitForURL(/view=text/);
  const before = page.url();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.waitForURL((url) => url.href !== before && !url.href.includes('view='));
  await section(page, 'Timeline').getByText('Kept in the outbox', { exact: true }).waitFor();
  expect((await dashboard.api.rest('GET', '/transactional-mails?recipient=live%40people.test')).body.meta.total).toBe(
    2,
  );
  expect(complaints).toEqual([]);
  await context.close();
});

test('a sent e-mail shows its source without working links, says where it differs, and is saved as a file', async () => {
  const id = await send({ to: ['raw@people.test'], headers: { 'X-Order': '7' } });
  const { page, context, complaints } = await open({ role: 'viewer' });
  await page.goto(`${dashboard.url}/transactional/${id}`);
  await page.getByRole('tab', { name: 'Source' }).click();
  await page.waitForURL(/view=source/);
  const content = section(page, 'Content');
  await content.getByText('X-Order: 7').waitFor();
  await content.getByText('Boundaries between the parts are new.').waitFor();
  expect(await content.getByText('Rendered from the current template.').count()).toBe(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download .eml' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${id}.eml`);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toMatch(new RegExp(`^Message-ID: <${id}@shop\\.test>\\r$`, 'm'));
  expect(text).toContain('/open/shown');
  expect(complaints).toEqual([]);
  await context.close();
});

test('filters are in the URL, which can be shared', async () => {
  await send({ to: ['bob@people.test'] });
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/transactional`);
  const reference = await page.getByRole('link', { name: 'Send by API' }).getAttribute('href');
  expect(reference).toMatch(/\/reference\/find\?operation=sendTransactionalMail$/);
  await page.getByLabel('Recipient').fill('bob@people.test');
  await page.waitForURL(/recipient=bob/);
  await page.getByLabel('Status').selectOption({ label: 'Sent' });
  await page.waitForURL(/status=SENT/);
  await page.getByRole('row', { name: /bob@people\.test/ }).waitFor();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('No matching e-mails').waitFor();
  const { page: other, context: elsewhere } = await open({ role: 'viewer' });
  await other.goto(page.url());
  await other.getByText('No matching e-mails').waitFor();
  expect(await other.getByLabel('Recipient').inputValue()).toBe('bob@people.test');
  expect(await other.getByRole('link', { name: 'Send e-mail' }).count()).toBe(0);
  await other.goto(`${dashboard.url}/transactional?status=nonsense&from=not-a-day&after=no-cursor-at-all`);
  await other.getByRole('alert').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  await elsewhere.close();
});

test('a keyboard user sends an e-mail from a template, and an error shows at its field', async () => {
  const { page, context } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/transactional/send`);
  await arriveAt(page, 'Send e-mail');
  await page.getByRole('combobox', { name: 'Template' }).focus();
  await keyboard.type('Receipt');
  await keyboard.press('Tab');
  await keyboard.type('nobody');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send e-mail' }).focus();
  await keyboard.press('Enter');
  await page.getByText('must be a valid email address').waitFor();
  await page.getByRole('combobox', { name: 'To' }).focus();
  await keyboard.press('Backspace');
  await keyboard.type('kay@people.test');
  await keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Variables' }).focus();
  await keyboard.press('Control+a');
  await keyboard.type('{"order": "by keys"}');
  await keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send e-mail' }).focus();
  await keyboard.press('Enter');
  await arriveAt(page, 'Order by keys');
  await context.close();
});

test('without a team sender, an e-mail is sent from an address that the form asks for, with the sample of its template', async () => {
  const api = await openTeam(dashboard.api);
  const { page, context, complaints } = await openSignedIn(
    browser,
    { api, url: dashboard.url },
    { email: 'mia@staff.test' },
  );
  await page.goto(`${dashboard.url}/templates/new?from=receipt`);
  await page.getByRole('button', { name: 'Create template' }).click();
  await arriveAt(page, 'Receipt');
  await page.goto(`${dashboard.url}/transactional/send?template=Receipt`);
  await page.getByRole('textbox', { name: 'Variables' }).getByText('"receipt"').first().waitFor();
  expect(await page.getByLabel('From').inputValue()).toBe('mia@staff.test');
  await page.getByLabel('From').fill('nobody');
  await page.getByRole('combobox', { name: 'To' }).fill('ann@people.test');
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  await page.getByLabel('From').fill('Shop <shop@shop.test>');
  await page.getByRole('button', { name: 'Send e-mail' }).click();
  await section(page, 'Details').getByText('Shop <shop@shop.test>').waitFor();
  await section(page, 'Timeline').getByRole('link', { name: 'View e-mail' }).click();
  await page.waitForURL(/outbox/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the outbox updates live, and shows a message as HTML, text, headers and source', async () => {
  const { page, context, complaints } = await open({ role: 'viewer' });
  await page.goto(`${dashboard.url}/outbox`);
  await arriveAt(page, 'Outbox');
  await send({ to: ['out@people.test'], variables: { order: 'live' } });
  await page.getByRole('row', { name: /Order live.*out@people\.test/ }).waitFor();
  await page.getByRole('link', { name: 'Order live' }).click();
  await arriveAt(page, 'Order live');
  await page.frameLocator('iframe').getByRole('heading', { name: 'Thanks for live' }).waitFor();
  await page.getByText('Phone').click();
  await page.waitForURL(/width=phone/);
  await page.getByRole('tab', { name: 'HTML' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/view=text/);
  await page.getByText('Thanks for live', { exact: false }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('row', { name: /^Subject/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page
    .getByText(/^Message-ID: /im)
    .first()
    .waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download .eml' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^[0-9a-f-]{36}\.eml$/);
  const source = readFileSync(await file.path(), 'utf8');
  expect(source).toMatch(/^Subject: Order live\r$/m);
  expect(source).toMatch(/^To: out@people\.test\r$/m);
  expect(complaints).toEqual([]);
  await context.close();
});

test('hostile e-mails are shown as text: no dialog opens and no policy is violated', async () => {
  const id = await send({
    template: undefined,
    subject: HOSTILE,
    html: `<p>${HOSTILE}</p>`,
    variables: { x: HOSTILE },
  });
  const { page, context, complaints } = await open();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const path of [
    `transactional/${id}`,
    `outbox/${id}`,
    `outbox/${id}?view=source`,
    `transactional/${id}?view=text`,
  ]) {
    await page.goto(`${dashboard.url}/${path}`);
    await arriveAt(page, HOSTILE);
  }
  await page.goto(`${dashboard.url}/transactional?template=${encodeURIComponent(HOSTILE)}`);
  await page.getByText('No matching e-mails').waitFor();
  expect(dialogs).toEqual([]);
  // The e-mail frame's policy blocks the e-mail's own content.
  expect(complaints.filter((complaint) => !/script-src 'sha256-/.test(complaint))).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)('no page has an axe violation or scrolls sideways: %s', async (_, options) => {
  const id = await send({ to: [`a${'x'.repeat(50)}@people.test`], subject: LONG, variables: { long: LONG } });
  const { page, context, complaints } = await open(options);
  for (const [path, ready] of [
    ['transactional', 'table'],
    ['transactional?recipient=nobody%40people.test', 'main [role=search]'],
    [`transactional/${id}`, 'iframe'],
    [`transactional/${id}?view=text`, 'pre'],
    ['transactional/no-such-mail', 'main h1'],
    ['transactional/send', '.cm-content'],
    ['outbox', 'table'],
    [`outbox/${id}`, 'iframe'],
    [`outbox/${id}?view=headers`, 'table'],
    [`outbox/${id}?view=source`, 'pre'],
    ['outbox/no-such-message', 'main h1'],
  ] as const)
    await checkScreenAt(page, dashboard.url, path, ready);
  expect(complaints).toEqual([]);
  await context.close();
});
