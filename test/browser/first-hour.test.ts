import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinNewTeam, openFirstRun } from '../support/newcomer.ts';
import { openBrowser } from './chromium.ts';

// What a new user who reads nothing has to do. Each test counts its clicks and its typed fields.

let dashboard: Awaited<ReturnType<typeof openFirstRun>>;
let browser: Browser;

beforeAll(async () => {
  dashboard = await openFirstRun();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.close();
});

/** The effort of a task. */
function counted() {
  const effort = { clicks: 0, fields: 0 };
  return {
    effort,
    click: async (what: Locator) => {
      effort.clicks += 1;
      await what.click();
    },
    type: async (what: Locator, text: string) => {
      effort.fields += 1;
      await what.fill(text);
    },
  };
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name });
const field = (where: Page | Locator, name: string) => where.getByRole('textbox', { name, exact: true });
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const link = (where: Page | Locator, name: string) => where.getByRole('link', { name, exact: true });

/** A list with one person, and a template, by the first steps. */
async function prepare(page: Page, { click, type }: ReturnType<typeof counted>) {
  const dialog = page.getByRole('dialog');
  await click(link(page, 'Add people'));
  await type(field(dialog, 'Name'), 'Newsletter');
  await type(field(dialog, 'Sender address'), 'hello@bakery.test');
  await click(button(dialog, 'Create list'));
  await click(link(page, 'Add person'));
  await type(field(dialog, 'E-mail address'), 'ann@people.test');
  await click(button(dialog, 'Add person'));
  await page.getByText('ann@people.test is subscribed to Newsletter.').waitFor();
  await click(menu(page, 'Today'));
  await click(link(page, 'Choose template'));
  await click(button(page, 'Create template'));
  await page.getByLabel('Template name').waitFor();
}

test('a first campaign leaves after at most 13 clicks and 4 fields, without a file', async () => {
  const { page, context, complaints } = await joinNewTeam(browser, dashboard, 'campaign@bakery.test');
  const by = counted();
  await prepare(page, by);
  await by.click(menu(page, 'Today'));
  await by.click(link(page, 'Start campaign'));
  await by.type(field(page, 'Name'), 'Hello');
  await by.click(button(page, 'Create campaign'));
  await by.click(page.getByRole('tab', { name: /Schedule/ }));
  await by.click(button(page, 'Send'));
  await by.click(button(page.getByRole('dialog'), 'Send to 1 person'));
  await page.getByText('1 of 1 kept in the outbox').waitFor();
  expect(by.effort.clicks).toBeLessThanOrEqual(13);
  expect(by.effort.fields).toBeLessThanOrEqual(4);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a first automation is active after at most 13 clicks and 3 fields', async () => {
  const { page, context, complaints } = await joinNewTeam(browser, dashboard, 'automation@bakery.test');
  const by = counted();
  await prepare(page, by);
  await by.click(menu(page, 'Automations'));
  await by.click(button(page, 'Create automation'));
  const dialog = page.getByRole('dialog');
  await by.click(dialog.getByText('Welcome', { exact: true }));
  await by.click(button(dialog, 'Create'));
  await by.click(button(page, 'Activate'));
  await by.click(button(page.getByRole('dialog'), 'Activate'));
  await button(page, 'Pause').waitFor();
  expect(by.effort.clicks).toBeLessThanOrEqual(13);
  expect(by.effort.fields).toBeLessThanOrEqual(3);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a first form is online after at most 5 clicks and 3 fields', async () => {
  const { page, context, complaints } = await joinNewTeam(browser, dashboard, 'form@bakery.test');
  const by = counted();
  const dialog = page.getByRole('dialog');
  await by.click(link(page, 'Add people'));
  await by.type(field(dialog, 'Name'), 'Newsletter');
  await by.type(field(dialog, 'Sender address'), 'hello@bakery.test');
  await by.click(button(dialog, 'Create list'));
  await by.click(menu(page, 'Forms'));
  await by.click(button(page, 'Create form'));
  await by.type(field(dialog, 'Name'), 'Footer');
  await by.click(button(dialog, 'Save'));
  await page.getByRole('link', { name: /\/f\// }).or(page.getByText('/f/')).first().waitFor();
  expect(by.effort.clicks).toBeLessThanOrEqual(5);
  expect(by.effort.fields).toBeLessThanOrEqual(3);
  expect(complaints).toEqual([]);
  await context.close();
});
