import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, subscribe } from '../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../support/campaigns.ts';
import { arriveAt, openDashboard, openSignedIn } from '../support/dashboard.ts';
import { openBrowser } from './chromium.ts';

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
let browser: Browser;
beforeAll(async () => {
  dashboard = await openDashboard();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await dashboard.api.close();
});

const open = (options?: Parameters<typeof openSignedIn>[2]) =>
  openSignedIn(browser, dashboard, { viewport: { width: 1440, height: 900 }, ...options });

test.each([
  ['html', TEMPLATE.content],
  ['blocks', JSON.stringify({ blocks: [{ type: 'text', text: 'Words' }, { type: 'footer' }] })],
])('a text part of one’s own is written beside a template in %s, and removed again', async (editor, content) => {
  const name = `Own ${editor}`;
  const locale_variants = { de: { text: 'Auf Deutsch' } };
  const made = await dashboard.api.rest('POST', '/templates', { ...TEMPLATE, name, editor, content, locale_variants });
  const { id } = made.body.data;
  const saved = async () => (await dashboard.api.rest('GET', `/templates/${id}`)).body.data;
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/templates/${id}`);
  await arriveAt(page, name);
  const field = page.getByRole('textbox', { name: 'Plain text' });
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  };
  await field.fill('Hello {{ subscriber.first_name');
  await page.getByText('does not parse on line 1').first().waitFor();
  await field.fill('Hello {{ subscriber.first_name }}');
  await save();
  expect(await saved()).toMatchObject({ text: 'Hello {{ subscriber.first_name }}', locale_variants });
  await field.fill('');
  await save();
  expect((await saved()).text).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a campaign gets its own plain text, and its preview shows it', async () => {
  await dashboard.api.rest('POST', '/templates', TEMPLATE);
  const list = await makeList(dashboard.api);
  await subscribe(dashboard.api, list, [{ email: 'ann@people.test', first_name: 'Ann' }]);
  const id = await makeCampaign(dashboard.api, list);
  const { page, context, complaints } = await open();
  await page.goto(`${dashboard.url}/campaigns/${id}?step=what`);
  await page.getByRole('button', { name: 'More settings' }).click();
  const field = page.getByRole('textbox', { name: 'Plain text' });
  await field.fill('Plain words for {{ subscriber.first_name }}');
  await field.blur();
  await expect
    .poll(async () => (await readCampaign(dashboard.api, id)).text)
    .toBe('Plain words for {{ subscriber.first_name }}');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Plain text').click();
  await page.getByText('Plain words for Ann').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
