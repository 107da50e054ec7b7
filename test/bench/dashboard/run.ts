/**
 * `npm run bench:dashboard [-- screens pages live memory]`: the dashboard in Chromium on the team of bench:audience, with a
 * million subscribers and ten million events. Measures how long every screen takes to be usable; whether quickly turned pages
 * show each row once; the browser's cost of 200 messages a second on a live screen; whether its memory stays flat (only on
 * request, BENCH_MINUTES long). BENCH_ROUNDS (5). The team is made at the first run, which takes some minutes. With
 * BENCH_COMPILED nothing is compiled again.
 */
import { openBrowser } from '../../browser/chromium.ts';
import { callerOf } from '../bench-server.ts';
import { columns, median } from '../compare.ts';
import { compile, serve } from '../processes.ts';
import { signedIn } from './browser-cost.ts';
import { watchLive } from './live.ts';
import { watchMemory } from './memory.ts';
import { type Opened, openScreen } from './open-screen.ts';
import { turnPages } from './pages.ts';
import { screensOf } from './screens.ts';
import { openBusyTeam, signInOwner } from './team.ts';

const AIM_MS = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PARTS = ['screens', 'pages', 'live', 'memory'];
const words = process.argv.slice(2);
const chosen = words.filter((word) => PARTS.includes(word));
const names = words.filter((word) => !PARTS.includes(word));
const isAsked = (part: string) => (chosen.length === 0 ? part !== 'memory' : chosen.includes(part));

if (!process.env.BENCH_COMPILED) await compile();
const browser = await openBrowser();
const team = await openBusyTeam();
const closeAll = async () => {
  await browser.close();
  await team.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));
}
try {
  if (isAsked('screens') || isAsked('pages')) await withServer(readScreens);
  if (isAsked('live')) console.log(`\n${await watchLive(team.url, browser)}`);
  if (isAsked('memory')) console.log(`\n${await watchMemory(team.url, browser)}`);
} finally {
  await closeAll();
}

async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const server = await serve({ DATABASE_URL: team.url, RATE_LIMIT_PER_MINUTE: '0' });
  try {
    await work(server.url);
  } finally {
    await server.stop();
  }
}

async function readScreens(url: string): Promise<void> {
  const context = await signedIn(browser, url, await signInOwner(team.url));
  if (isAsked('screens')) {
    const screens = (await screensOf(callerOf(url))).filter(
      ({ name }) => names.length === 0 || names.some((word) => name.includes(word)),
    );
    const opened = new Map(screens.map(({ name }) => [name, [] as Opened[]]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const screen of screens) {
        const one = await openScreen(context, url, screen);
        console.error(
          screen.name,
          one.usable.toFixed(0),
          one.complete.toFixed(0),
          one.slowest.join(' '),
          one.fault ?? '',
        );
        if (round > 0 || one.fault) opened.get(screen.name)!.push(one);
      }
    }
    console.log(`\n${tableOf(opened)}`);
  }
  if (isAsked('pages')) {
    const head = ['', 'pages', 'rows', 'ms per page', 'slowest', 'shown twice', 'otherwise on the way back'];
    const lines = (await turnPages(context, url)).map(({ name, pages, rows, took, double, different }) => [
      ...[name, String(pages), String(rows), median(took).toFixed(0), Math.max(...took).toFixed(0)],
      ...[String(double), String(different)],
    ]);
    console.log(`\n${columns([head, ...lines])}`);
  }
  await context.close();
}

function tableOf(opened: Map<string, Opened[]>): string {
  const head = ['', 'usable ms', 'slowest', 'all figures ms', 'slowest', 'slowest operation', ''];
  const lines = [...opened].map(([name, all]) => {
    const [usable, complete] = [all.map((one) => one.usable), all.map((one) => one.complete)];
    const [operation, took] = all.map(({ slowest }) => slowest).toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
    const fault = all.find((one) => one.fault)?.fault ?? (median(usable) > AIM_MS ? 'over the aim' : 'met');
    return [
      ...[name, median(usable).toFixed(0), Math.max(...usable).toFixed(0)],
      ...[median(complete).toFixed(0), Math.max(...complete).toFixed(0), `${operation} ${took.toFixed(0)} ms`, fault],
    ];
  });
  return columns([head, ...lines]);
}
