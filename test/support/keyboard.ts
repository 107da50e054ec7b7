import type { Locator, Page } from 'playwright-core';

/** Presses Tab, at most 200 times, until the element with this accessible name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 200; tabs++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(nameOfFocused)) === name) return;
    await page.evaluate(beginAgain);
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** The accessible name of the focused element; after the last one that is the document's body. Runs in the browser. */
function nameOfFocused(): string {
  const { labels, ariaLabel, textContent } = document.activeElement as HTMLInputElement;
  return (ariaLabel ?? labels?.[0]?.textContent ?? textContent ?? '').trim();
}

/**
 * After the last element come the browser's own buttons, then the first element again. A headless browser has none and returns
 * into a frame that is the last. Runs in the browser.
 */
function beginAgain(): void {
  const { activeElement, body } = document;
  if (activeElement !== body) return;
  body.tabIndex = -1;
  body.focus();
  body.removeAttribute('tabindex');
}

/** Opens the palette, and waits until it receives typed text. */
export async function openPalette(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input:focus').waitFor();
}

/** Presses a key until an element shows: before its listener starts, a press is lost. */
export async function pressUntil(page: Page, key: string, shown: Locator): Promise<void> {
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press(key);
    const isShown = await shown.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
  throw new Error(`${key} has no effect`);
}
