import type { Page } from 'playwright-core';

/** Presses Tab, at most 80 times, until what a reader would call so has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(nameOfFocused)) === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** What the element with the focus is called; behind the last one that is the document's body. Runs in the browser. */
function nameOfFocused(): string {
  const { labels, ariaLabel, textContent } = document.activeElement as HTMLInputElement;
  return (ariaLabel ?? labels?.[0]?.textContent ?? textContent ?? '').trim();
}
