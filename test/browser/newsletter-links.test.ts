import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newsletterLinks } from '../support/newsletter-links.ts';
import { openBrowser } from './chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a browser opens the click targets of 1,000 newsletter links', async () => {
  const links = newsletterLinks(1000);
  const page = await browser.newPage();
  // Chromium does not draw Outlook shapes, so read their attributes from a link.
  const asLink = (html: string) =>
    html.replace(/^<!--\[if mso\]>|(?<!<!--)<!\[endif\]-->$/g, '').replace(/v:roundrect/g, 'a');
  await page.setContent(`<!doctype html>${links.map(({ html }) => `<div class="one">${asLink(html)}</div>`).join('')}`);
  // Browsers rewrite some path characters, such as "|", in redirects as in links.
  const [opened, redirected] = await page.evaluate(
    (leadsTo) => [
      [...document.querySelectorAll('.one')].map((one) => one.querySelector<HTMLAnchorElement>('a, area')!.href),
      leadsTo.map((address) => new URL(address).href),
    ],
    links.map(({ leadsTo }) => leadsTo),
  );
  await page.close();
  const named = (addresses: readonly string[]) => links.map(({ name }, index) => `${name} → ${addresses[index]}`);
  expect(named(opened!)).toEqual(named(redirected!));
});
