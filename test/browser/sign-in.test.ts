import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { buildDashboard } from '../support/build.ts';
import { openLetterbox } from '../support/letterbox.ts';
import { signIn } from '../support/members.ts';
import { freePort } from '../support/server.ts';
import { openBrowser, openPage, violations } from './chromium.ts';

let api: TestApp;
let letters: Awaited<ReturnType<typeof openLetterbox>>;
let browser: Browser;
let base: string;

beforeAll(async () => {
  await buildDashboard();
  const port = await freePort();
  base = `http://localhost:${port}`;
  api = await openTestApp({ publicUrl: base, linkBase: base });
  await api.app.listen({ port, host: 'localhost' });
  letters = await openLetterbox(api);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await letters.stop();
  await api.close();
});

const arrive = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();

async function byLink(page: Page, email: string, place = 0): Promise<void> {
  await page.goto(`${base}/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await arrive(page, 'Look into your mail');
  await page.goto(base + (await letters.linkTo(email, place)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await toAccount(page);
}

/** Has a page make and use passkeys, as on a device whose owner agrees to everything. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** Whoever has signed in arrives at the dashboard. */
async function toAccount(page: Page): Promise<void> {
  await page.waitForURL(`${base}/`);
  await page.goto(`${base}/account`);
  await arrive(page, 'Your account');
}

test('a link signs in without a script, on pages in which axe finds nothing', async () => {
  await signIn(api, 'owner', 'ann@staff.test');
  const { context, page, complaints } = await openPage(browser, { javaScriptEnabled: false });
  await byLink(page, 'ann@staff.test');
  expect((await context.cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['tidings_session', true, 'Lax'],
  ]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'Sign in');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a passkey is made, signs in, and no more once it is removed', async () => {
  const { memberId } = await signIn(api, 'editor', 'key@staff.test');
  const { context, page, complaints } = await openPage(browser, { viewport: { width: 320, height: 568 } });
  await addAuthenticator(context, page);
  await byLink(page, 'key@staff.test');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Passkey of').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'Sign in');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await toAccount(page);
  expect(await page.locator('body').innerText()).toContain('key@staff.test');
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('Passkey of').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'Sign in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('No passkey was accepted.').waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('tidings_session');
  const { body } = await api.rest('GET', `/audit-log?actor=${memberId}`);
  expect(body.data.map(({ action }: { action: string }) => action).reverse()).toEqual([
    ...['session.begun_by_link', 'passkey.added', 'session.ended'],
    ...['session.begun_by_passkey', 'passkey.removed', 'session.ended'],
  ]);
  await context.close();
});

test('a page of the dashboard is where a passkey and a link lead, in German too', async () => {
  await signIn(api, 'editor', 'deep@staff.test');
  const { context, page, complaints } = await openPage(browser, { locale: 'de-DE' });
  await page.goto(`${base}/people?search=ann`);
  await arrive(page, 'Anmelden');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('E-Mail-Adresse').fill('deep@staff.test');
  await page.keyboard.press('Enter');
  await arrive(page, 'Sehen Sie in Ihre E-Mails');
  await page.goto(base + (await letters.linkTo('deep@staff.test')));
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL(`${base}/people?search=ann`);
  await addAuthenticator(context, page);
  await page.goto(`${base}/account`);
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await page.getByText('Passkey of').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await arrive(page, 'Anmelden');
  await page.goto(`${base}/people?search=bob`);
  await page.getByRole('button', { name: 'Mit einem Passkey anmelden' }).click();
  await page.waitForURL(`${base}/people?search=bob`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a form or a script of another site does nothing in the name of who is signed in', async () => {
  await signIn(api, 'owner', 'victim@staff.test');
  const { context, page } = await openPage(browser);
  await byLink(page, 'victim@staff.test');
  const elsewhere = await context.newPage();
  await elsewhere.route('http://evil.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${base}/sign-out"><button>Win</button></form>`,
    }),
  );
  await elsewhere.goto('http://evil.test/');
  await elsewhere.getByRole('button').click();
  await elsewhere.getByRole('heading', { name: 'Not from here' }).waitFor();
  await page.reload();
  await arrive(page, 'Your account');
  const status = await page.evaluate(`fetch('/v1/viewer').then((answer) => answer.status)`);
  expect(status).toBe(200);
  await context.close();
});
