import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** The headless shell renders the same in three quarters of the time. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? PLACES.find(existsSync),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', ...QUIET],
  });

/** A page in a fresh profile, with the browser's complaints and requests. If a test fails, the page content is printed. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' || page.isClosed()) return;
    console.error(`${page.url()} shows:\n${await page.locator('body').ariaSnapshot()}`);
  });
  return { context, page, complaints, requests };
}

const OPTIONS: RunOptions = { iframes: false, resultTypes: ['violations'], selectors: false };

/** The axe violations of the current page; the page's policy does not restrict the browser's own tools. */
export async function violations(page: Page): Promise<string[]> {
  if (await page.evaluate("!('axe' in window)")) await page.evaluate(AXE);
  // Skip frames: e-mail frames have no origin, so the browser would complain. Passed rules are not reported.
  const found: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(OPTIONS)})`);
  if (found.passes.length === 0) throw new Error('axe looked at nothing');
  return found.violations.map(({ id, nodes }) => {
    const faults = nodes.map(({ html, any }) => `${html} (${any[0]?.message ?? ''})`);
    return `${id}: ${faults.join(', ')}`;
  });
}
