import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { callerOf } from '../bench-server.ts';
import { columns } from '../compare.ts';
import { Program, serve } from '../processes.ts';
import { memoryOf, signedIn } from './browser-cost.ts';
import { recordEvents, sendMails } from './load.ts';
import { signInOwner } from './team.ts';

const A_SECOND = Number(process.env.BENCH_A_SECOND ?? 200);
const MINUTES = Number(process.env.BENCH_MINUTES ?? 15);
const MINUTE_MS = 60_000;
/** At first code is compiled and caches fill. */
const WARM_UP_MINUTES = 2;
const SCREENS = [
  ['Today', '/'],
  ['Transactional', '/transactional'],
  ['Events', '/events'],
] as const;
const MEGABYTE = 1024 ** 2;

/** The heap of pages, minute by minute, with BENCH_A_SECOND (200) e-mails and as many events, and its growth rate. */
export async function watchMemory(databaseUrl: string, browser: Browser): Promise<string> {
  const mailServer = new Program('delivery/mail-server');
  const { port } = await mailServer.ask<{ port: number }>();
  const mailUrl = `smtp://127.0.0.1:${port}?pool=10`;
  const server = await serve({ DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0', MAIL_URL: mailUrl });
  const call = callerOf(server.url);
  const context = await signedIn(browser, server.url, await signInOwner(databaseUrl));
  const pages: Page[] = [];
  for (const [, path] of SCREENS) {
    const page = await context.newPage();
    await page.goto(`${server.url}${path}`);
    await page.locator('main h1').waitFor();
    pages.push(page);
  }
  const loads = [sendMails(call, A_SECOND), recordEvents(call, A_SECOND)];
  const heaps: number[][] = SCREENS.map(() => []);
  const nodes: number[][] = SCREENS.map(() => []);
  try {
    for (let minute = 1; minute <= MINUTES; minute++) {
      await sleep(MINUTE_MS);
      for (const [index, page] of pages.entries()) {
        const { heap, nodes: some } = await memoryOf(page);
        heaps[index]!.push(heap / MEGABYTE);
        nodes[index]!.push(some);
      }
      console.error(
        minute,
        loads.map(({ done }) => done).join(' '),
        heaps.map((one) => one.at(-1)!.toFixed(2)).join(' '),
      );
    }
  } finally {
    for (const load of loads) await load.stop();
    await context.close();
    await server.stop();
    mailServer.stop();
  }
  const [mails, events] = loads.map(({ done }) => Math.round(done / MINUTES / 60));
  const head = ['', 'MB first', 'least', 'most', 'last', 'MB per hour', 'nodes least', 'most'];
  const lines = SCREENS.map(([name], index) => {
    const [all, some] = [heaps[index]!.slice(WARM_UP_MINUTES), nodes[index]!.slice(WARM_UP_MINUTES)];
    const figures = [all[0]!, Math.min(...all), Math.max(...all), all.at(-1)!, slope(all) * 60];
    return [name, ...figures.map((figure) => figure.toFixed(2)), String(Math.min(...some)), String(Math.max(...some))];
  });
  return `${MINUTES} minutes at ${mails} e-mails and ${events} events a second\n${columns([head, ...lines])}`;
}

/** The growth per value: the slope of the best-fitting line. */
function slope(values: readonly number[]): number {
  const [middle, mean] = [(values.length - 1) / 2, values.reduce((sum, value) => sum + value, 0) / values.length];
  const [rise, run] = values.reduce(
    ([over, under], value, at) => [over + (at - middle) * (value - mean), under + (at - middle) ** 2],
    [0, 0],
  );
  return run === 0 ? 0 : rise / run;
}
