import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList } from '../support/audience.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { makeForm } from '../support/forms.ts';
import { openBrowser, violations } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
  list = await makeList(dashboard.api, { name: 'News from the shop' });
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

test('a kind and a design are chosen by pictures, and the preview follows what is typed', async () => {
  const { page, context, complaints } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/forms`);
  await page.getByRole('button', { name: 'Create form' }).click();
  const drawer = page.getByRole('dialog', { name: 'Create form' });
  const preview = drawer.frameLocator('iframe[title=Preview]');
  await preview.getByRole('heading', { name: 'News from the shop' }).waitFor();
  await drawer.getByLabel('Name', { exact: true }).fill('Exit popup, variant B');
  await drawer.getByLabel('Heading', { exact: true }).fill('Ten per cent off');
  await preview.getByRole('heading', { name: 'Ten per cent off' }).waitFor();
  expect(await preview.getByText('variant B').count()).toBe(0);
  await drawer.getByRole('radio', { name: 'Pop-up' }).click();
  await preview.getByRole('dialog', { name: 'Ten per cent off' }).waitFor();
  await drawer.getByRole('radio', { name: 'Bold' }).click();
  await drawer.getByLabel('Open when the mouse leaves the page').check();
  await drawer.getByLabel('Days until it returns').fill('7');
  await drawer.getByText('Phone', { exact: true }).click();
  const frame = drawer.locator('iframe[title=Preview]');
  expect(await frame.evaluate((one) => getComputedStyle(one).width)).toBe('390px');
  await drawer.getByText('Thank-you message', { exact: true }).click();
  await preview.getByRole('status').getByText('Thank you').waitFor();
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await arriveAt(page, 'Exit popup, variant B');
  const [stored] = (await dashboard.api.rest('GET', '/forms')).body.data;
  expect(stored).toMatchObject({
    ...{ kind: 'popup', design: 'bold', title: 'Ten per cent off', open_on_leave: true, repeat_after_days: 7 },
    ...{ open_after_seconds: null, open_after_percent: null },
  });
  expect(await page.getByLabel('Code', { exact: true }).innerText()).toContain(`data-tidings="${stored.id}"`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('an invalid value keeps the last preview and says so', async () => {
  const form = await makeForm(dashboard.api, list, { title: 'Join us' });
  const { page, context } = await openSignedIn(browser, dashboard);
  await page.goto(`${dashboard.url}/forms/${form.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit form' });
  await drawer.frameLocator('iframe[title=Preview]').getByRole('heading', { name: 'Join us' }).waitFor();
  await drawer.getByLabel('Language').fill('no language');
  await drawer.getByText('The preview shows your last valid changes.').waitFor();
  await drawer.frameLocator('iframe[title=Preview]').getByRole('heading', { name: 'Join us' }).waitFor();
  await drawer.getByLabel('Language').fill('de');
  await drawer.frameLocator('iframe[title=Preview]').getByRole('button', { name: 'Anmelden' }).waitFor();
  await context.close();
});

test.each(['en', 'de'])('the editor has no axe violation at both widths: %s', async (locale) => {
  const form = await makeForm(dashboard.api, list, { kind: 'slide_in' });
  for (const [width, colorScheme] of [
    [1_440, 'light'],
    [390, 'dark'],
  ] as const) {
    const options = { locale, colorScheme, viewport: { width, height: 900 } };
    const { page, context } = await openSignedIn(browser, dashboard, options);
    await page.goto(`${dashboard.url}/forms/${form.id}`);
    await page.getByRole('button', { name: locale === 'de' ? 'Bearbeiten' : 'Edit' }).click();
    const drawer = page.getByRole('dialog', { name: locale === 'de' ? 'Formular bearbeiten' : 'Edit form' });
    await drawer.frameLocator('iframe').getByRole('dialog').waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/editor-${locale}-${width}.png` });
    expect([width, await violations(page)]).toEqual([width, []]);
    await context.close();
  }
});
