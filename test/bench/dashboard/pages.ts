import type { BrowserContext, Page } from 'playwright-core';
import { LIST } from '../audience/rows.ts';

const TURNS = 20;
const PAGE = 50;

/** The results of turning pages of a table. */
export interface Turned {
  name: string;
  pages: number;
  /** Milliseconds per page, from the click to the new rows. */
  took: number[];
  rows: number;
  /** Rows shown on two pages, or missing on the way back. */
  double: number;
  different: number;
}

const TABLES: [name: string, path: string][] = [
  ['People', `/people?list=${LIST}`],
  ['Events', '/events?to=2099-01-01'],
  ['Transactional', '/transactional'],
  ['suppressions', '/lists/suppressions'],
];

/** Turns twenty pages forward and back as fast as possible. */
export async function turnPages(context: BrowserContext, url: string): Promise<Turned[]> {
  const turned: Turned[] = [];
  for (const [name, path] of TABLES) {
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    turned.push({ name, ...(await turn(page)) });
    await page.close();
  }
  return turned;
}

async function turn(page: Page): Promise<Omit<Turned, 'name'>> {
  await page.locator('main tbody tr').first().waitFor();
  const took: number[] = [];
  const there = [await shown(page)];
  for (let n = 0; n < TURNS; n++) there.push(await press(page, 'Next', there.at(-1)!, took));
  const back = [there.at(-1)!];
  for (let n = 0; n < TURNS; n++) back.push(await press(page, 'Previous', back.at(-1)!, took));
  const rows = there.flat();
  const returned = back.toReversed();
  return {
    pages: there.length,
    took,
    rows: rows.length,
    double: rows.length - new Set(rows).size,
    different: there.filter((page, n) => page.join() !== returned[n]?.join()).length,
  };
}

async function press(page: Page, name: string, before: readonly string[], took: number[]): Promise<string[]> {
  const from = performance.now();
  await page.getByRole('button', { name, exact: true }).click();
  for (;;) {
    const now = await shown(page);
    if (now.length === PAGE && now[0] !== before[0]) {
      took.push(performance.now() - from);
      return now;
    }
    if (performance.now() - from > 20_000) throw new Error(`${name} shows nothing else: ${page.url()}`);
  }
}

/** The rows by link and text: one person has several events. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main tbody tr')].map(
      (row) => `${row.querySelector('a')?.getAttribute('href')} ${row.textContent}`,
    ),
  );
