import type { Locator, Page } from 'playwright-core';

/** Presses Tab, at most 200 times, until what a reader would call so has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 200; tabs++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(nameOfFocused)) === name) return;
    await page.evaluate(beginAgain);
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** What the element with the focus is called; behind the last one that is the document's body. Runs in the browser. */
function nameOfFocused(): string {
  const { labels, ariaLabel, textContent } = document.activeElement as HTMLInputElement;
  return (ariaLabel ?? labels?.[0]?.textContent ?? textContent ?? '').trim();
}

/**
 * Behind the last element come the browser's own buttons, and then the first element again. A browser without windows has none and
 * goes back into a frame that is the last. Runs in the browser.
 */
function beginAgain(): void {
  const { activeElement, body } = document;
  if (activeElement !== body) return;
  body.tabIndex = -1;
  body.focus();
  body.removeAttribute('tabindex');
}

/** Opens the palette, and waits until what is typed goes into it. */
export async function openPalette(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input:focus').waitFor();
}

/** Presses a key until something shows: what listens to it may not have begun yet, and then the first press is lost. */
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
