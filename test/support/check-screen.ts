import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../browser/chromium.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The narrowest window with the menu beside the screen. */
const TABLET = { width: 768, height: 1024 };

const LOOKS = {
  en: [
    { size: DESKTOP, colorScheme: 'light' },
    { size: PHONE, colorScheme: 'dark' },
  ],
  de: [
    { size: DESKTOP, colorScheme: 'dark' },
    { size: PHONE, colorScheme: 'light' },
  ],
} as const;

/** The browser options of each language, for `checkScreen`. */
export const LANGUAGES = [
  ['English', { locale: 'en-GB', reducedMotion: 'reduce' }],
  ['German', { locale: 'de-DE', reducedMotion: 'reduce' }],
] as const;

/** Shows a path of the dashboard, which is loaded once per page. */
export async function show(page: Page, url: string, path: string): Promise<void> {
  if (!page.url().startsWith(`${url}/`)) await page.goto(`${url}/${path}`);
  else for (const next of ['nowhere', path]) await page.evaluate(goOn, `${url}/${next}`);
}

/** As `show`, then waits for `ready`, then as `checkScreen`. */
export async function checkScreenAt(page: Page, url: string, path: string, ready = 'main h1'): Promise<void> {
  await show(page, url, path);
  await page.locator(ready).first().waitFor({ state: 'attached' });
  await checkScreen(page, path);
}

/**
 * Navigates within the dashboard, as a user would, until none of the old elements is left. Between two screens of one kind the
 * elements stay, so an unknown path lies in between. The banner
 * of every screen stays, too. Runs in the browser.
 */
const goOn = async (address: string) => {
  const shown = [...document.querySelectorAll('main *:not(aside, aside *)')];
  history.pushState({}, '', address);
  while (shown.some((element) => element.isConnected)) await new Promise(requestAnimationFrame);
};

/**
 * Fails if a page has axe violations, overflows, or has a button with clipped text, on a desktop and on a phone; and if it
 * overflows on a tablet. A page is loaded once and shown in each form: English is light on the desktop and dark on the phone,
 * German the reverse, so that both languages together cover each size in light and dark. `name` names the page; the directory
 * PICTURES, if set, gets a picture of each.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const language = (await page.locator('html').getAttribute('lang')) === 'de' ? 'de' : 'en';
  for (const { size, colorScheme } of LOOKS[language]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await waitUntilStill(page);
    const shown = `${name}, ${colorScheme}, ${size.width}`;
    expect([shown, await violations(page)]).toEqual([shown, []]);
    expect([shown, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([shown, size.width]);
    expect([shown, await page.evaluate(clippedButtons)]).toEqual([shown, []]);
    const { PICTURES } = process.env;
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${shown.replace(/\W+/g, '-')}.png`), fullPage: true });
  }
  await page.setViewportSize(TABLET);
  await waitUntilStill(page);
  const shown = `${name}, ${TABLET.width}`;
  expect([shown, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([shown, TABLET.width]);
}

/** Buttons with clipped text, except for a name that is one long word. Runs in the browser. */
const clippedButtons = () =>
  [...document.querySelectorAll('.mantine-Button-label')]
    .filter((label) => label.scrollWidth > label.clientWidth + 1)
    .map((label) => label.textContent ?? '')
    .filter((words) => !/\S{40,}/.test(words));

/** Waits until loading and movement have ended, and until the layout has adapted to the window. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction(
    () =>
      document.querySelector('main .mantine-Skeleton-root, main [aria-busy=true]') === null &&
      // A cursor blinks forever.
      document
        .getAnimations()
        .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
}
