import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEMPLATE } from '../support/campaigns.ts';
import { checkScreen, LANGUAGES } from '../support/check-screen.ts';
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

const href = 'https://app.example/open';
const BLOCKS = [
  { type: 'button', text: 'Open the app', href },
  { type: 'image', src: '{{ team.pictures_url }}/hero-table.png', alt: 'A picture' },
  {
    type: 'menu',
    links: [
      { text: 'One', href },
      { text: 'Two', href },
    ],
  },
  { type: 'text', text: `[Three](${href})` },
];

async function make(name: string, content: object): Promise<string> {
  const input = { ...TEMPLATE, name, editor: 'blocks', content: JSON.stringify(content) };
  const { status, body } = await dashboard.api.rest('POST', '/templates', input);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}

const saved = async (id: string) => {
  const { body } = await dashboard.api.rest('GET', `/templates/${id}`);
  const rendered = await dashboard.api.rest('POST', `/templates/${id}/render`, {});
  return { ...JSON.parse(body.data.content), html: rendered.body.data.html as string };
};

test('a link’s switch in a block turns click tracking off and on again', async () => {
  const id = await make('Switches', { blocks: BLOCKS });
  const { page, context, complaints } = await open();
  const { keyboard } = page;
  await page.goto(`${dashboard.url}/templates/${id}`);
  await arriveAt(page, 'Switches');
  const choose = (name: RegExp) => page.getByRole('button', { name, pressed: false }).click();
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  };
  await choose(/^Button Open the app/);
  const one = page.getByRole('switch', { name: 'Don’t track this link' });
  await one.focus();
  await keyboard.press('Space');
  await choose(/^Menu/);
  await one.nth(1).click();
  expect(await one.count()).toBe(2);
  await choose(/^Text/);
  await page.getByRole('switch', { name: 'Don’t track links in this block' }).click();
  await choose(/^Image A picture/);
  await page.getByRole('textbox', { name: 'Alternative text' }).waitFor();
  expect(await one.count()).toBe(0);
  await page.getByRole('textbox', { name: 'Link' }).fill(href);
  await one.click();
  await save();
  const first = await saved(id);
  expect(first.blocks).toEqual([
    { ...BLOCKS[0], no_track: true },
    { ...BLOCKS[1], href, no_track: true },
    {
      type: 'menu',
      links: [
        { text: 'One', href },
        { text: 'Two', href, no_track: true },
      ],
    },
    { ...BLOCKS[3], no_track: true },
  ]);
  const links = [...first.html.matchAll(/<a\b[^>]*>/g)].map(([link]) => link);
  expect(links.map((link) => /\bdata-no-track\b/.test(link))).toEqual([true, true, false, true, true]);
  await choose(/^Button Open the app/);
  await one.click();
  await save();
  expect((await saved(id)).blocks[0]).toEqual(BLOCKS[0]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)(
  'an Arabic template and its settings have no layout or axe faults in %s',
  async (language, options) => {
    const blocks = [
      { type: 'text', text: 'مرحبا', align: 'start' },
      { type: 'menu', links: [{ text: 'متجر', href }], align: 'end' },
    ];
    const id = await make(`Arabic ${language}`, { settings: { language: 'ar' }, blocks });
    const { page, context } = await open(options);
    await page.goto(`${dashboard.url}/templates/${id}`);
    await arriveAt(page, `Arabic ${language}`);
    await page.getByRole('button', { name: /Text مرحبا/ }).click();
    await checkScreen(page, `block text ${language}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /^(Menu|Menü)$/ }).click();
    await checkScreen(page, `block menu ${language}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /^(Settings|Einstellungen)$/ }).press('Enter');
    await checkScreen(page, `block settings ${language}`);
    await context.close();
  },
);
