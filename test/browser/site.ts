import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openAccountInbox } from '../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { freePort } from '../support/server.ts';
import { openBrowser } from './chromium.ts';

/** An installation for browsers, with sign-in. Its pages allow 60 requests a minute per visitor. */
export interface Site {
  api: TestApp;
  inbox: Awaited<ReturnType<typeof openAccountInbox>>;
  browser: Browser;
  base: string;
  /** Signs in with the link in the nth e-mail to the address, and opens the account page. */
  byLink(page: Page, email: string, place?: number): Promise<void>;
  /** Signing in opens the dashboard; go on to the account page. */
  toAccount(page: Page): Promise<void>;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const api = await openTestApp({ publicUrl: base, linkBase: base });
  await api.app.listen({ port, host: 'localhost' });
  const inbox = await openAccountInbox(api);
  const browser = await openBrowser();
  const toAccount = async (page: Page) => {
    await page.waitForURL(`${base}/`);
    await page.goto(`${base}/account`);
    await arrive(page, 'Your account');
  };
  const byLink = async (page: Page, email: string, place = 0) => {
    await page.goto(`${base}/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await arrive(page, 'Check your inbox');
    await page.goto(base + (await inbox.linkTo(email, place)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await toAccount(page);
  };
  const close = async () => {
    await browser.close();
    await inbox.stop();
    await api.close();
  };
  return { api, inbox, browser, base, byLink, toAccount, close };
}

/** Waits for a page with this heading. */
export const arrive = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();

/** Gives a page a virtual passkey device that accepts everything. */
export async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}
