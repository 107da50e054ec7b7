import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../browser/chromium.ts';

/**
 * Fails if a public page has axe violations in light or dark mode, overflows, has the wrong language, or lacks its style, which
 * the policy allows by its hash. The page is loaded once and shown in both modes.
 */
export async function checkPage(page: Page, locale: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(page.viewportSize()!.width);
  expect(await page.locator('h1').evaluate((element) => getComputedStyle(element).marginTop)).toBe('0px');
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
}
