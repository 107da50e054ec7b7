import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Config } from '../../src/config.ts';
import type { Role } from '../../src/scope.ts';
import { openPage } from '../browser/chromium.ts';
import type { TestApp } from './app.ts';
import { openTestApp } from './app.ts';
import { signIn } from './members.ts';
import { freePort } from './server.ts';

/** An installation that browsers can reach. */
export async function openDashboard(config: Partial<Config> = {}): Promise<{ api: TestApp; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = await openTestApp({ publicUrl: url, ...config });
  await api.app.listen({ port, host: '127.0.0.1' });
  return { api, url };
}

/** A separate browser with a signed-in member, and its console errors, including policy violations. */
export async function openSignedIn(
  browser: Browser,
  { api, url }: { api: TestApp; url: string },
  { role = 'editor', email, ...options }: BrowserContextOptions & { role?: Role; email?: string } = {},
) {
  const opened = await openPage(browser, { locale: 'en-GB', ...options });
  opened.page.on('response', async (response) => {
    if (response.status() < 400 || !response.url().startsWith(url)) return;
    const asked = response.request().postData() ?? '';
    opened.complaints.push(`${response.url()} ${asked.slice(-300)}: ${await response.text().catch(() => '')}`);
  });
  const { secret } = await signIn(api, role, email);
  await opened.context.addCookies([{ name: 'tidings_session', value: secret, url, httpOnly: true, sameSite: 'Lax' }]);
  return opened;
}

/** Waits for a screen with this heading. */
export const arriveAt = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

/** Waits for the screen of a person, whose heading is their name, if it is known. */
export async function arriveAtPerson(page: Page, email: string): Promise<void> {
  await page.waitForURL(({ pathname }) => decodeURIComponent(pathname) === `/people/${email}`);
  await page.getByRole('main').getByText(email).first().waitFor();
}
