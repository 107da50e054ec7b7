import type { Locator, Page } from 'playwright-core';
import { tabTo } from './keyboard.ts';

/** A user's actions on a page. Elements are named by their visible labels. */
export interface InputDevice {
  page: Page;
  /** A button or a link. */
  press(name: string): Promise<void>;
  /** One of several tabs. */
  turnTo(tab: string): Promise<void>;
  /** Replaces the text of a field. */
  write(field: string, text: string): Promise<void>;
  /** One option of a field. */
  choose(field: string, choice: string): Promise<void>;
  /** One of the suggestions that a field shows while typing. */
  pick(field: string, choice: string): Promise<void>;
}

/** The active area for input: the front dialog, if there is one, else the page. */
async function inFront(page: Page): Promise<Page | Locator> {
  const dialog = page.getByRole('dialog').last();
  return (await dialog.isVisible()) ? dialog : page;
}

const pressed = (place: Page | Locator, name: string) =>
  place
    .getByRole('button', { name, exact: true })
    .or(place.getByRole('link', { name, exact: true }))
    .or(place.getByRole('menuitem', { name, exact: true }))
    .first();

const field = (place: Page | Locator, name: string) => place.getByLabel(name, { exact: true }).first();

export const byMouse = (page: Page): InputDevice => ({
  page,
  press: async (name) => pressed(await inFront(page), name).click(),
  turnTo: (tab) => page.getByRole('tab', { name: tab, exact: true }).click(),
  write: async (name, text) => field(await inFront(page), name).fill(text),
  choose: async (name, choice) => {
    await field(await inFront(page), name).selectOption({ label: choice });
  },
  pick: async (name, choice) => {
    await (await inFront(page)).getByRole('combobox', { name, exact: true }).fill(choice);
    await page.getByRole('option', { name: choice, exact: true }).click();
    await page.keyboard.press('Escape');
  },
});

/**
 * Whether the dialog, if there is one, has the focus: it takes it a moment after it opens, even from a field in use. Runs in the
 * browser.
 */
const hasTakenFocus = () =>
  [...document.querySelectorAll('[role=dialog]')].at(-1)?.contains(document.activeElement) !== false;

/** Uses only keys: Tab reaches everything, and the last pressed element keeps the focus until then. */
export const byKeyboard = (page: Page): InputDevice => {
  const { keyboard } = page;
  const over = async (name: string, there: Locator) => {
    await there.waitFor();
    await page.waitForFunction(hasTakenFocus);
    await tabTo(page, name);
  };
  return {
    page,
    press: async (name) => {
      await over(name, pressed(await inFront(page), name));
      await keyboard.press('Enter');
    },
    turnTo: async (tab) => {
      const tabs = page.getByRole('tab');
      await over(await tabs.and(page.locator('[aria-selected=true]')).innerText(), tabs.first());
      const names = await tabs.allInnerTexts();
      for (let left = names.length; left > 0; left--) {
        if ((await page.locator(':focus').innerText()) === tab) return;
        await keyboard.press('ArrowRight');
      }
      throw new Error(`The arrow keys do not lead to ${tab}`);
    },
    write: async (name, text) => {
      const there = field(await inFront(page), name);
      await over(name, there);
      await keyboard.press('Control+a');
      await keyboard.type(text);
      const written = await there.inputValue();
      if (written !== text) throw new Error(`${name} says ${written}, and ${text} was typed`);
    },
    choose: async (name, choice) => {
      await over(name, field(await inFront(page), name));
      await keyboard.type(choice);
    },
    pick: async (name, choice) => {
      await over(name, field(await inFront(page), name));
      await keyboard.type(choice);
      await page.getByRole('option', { name: choice, exact: true }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    },
  };
};

export const INPUT_DEVICES = [
  ['the mouse', byMouse],
  ['the keyboard alone', byKeyboard],
] as const;
