import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { clearCache, waitUntilIdle } from './browser-cost.ts';
import type { BenchScreen } from './screens.ts';

/** Milliseconds from the beginning of the navigation. */
export interface Opened {
  /** Until the heading and the first rows or figures were shown and nothing was loading. */
  usable: number;
  /** Until the last response of the API, including later counts. */
  complete: number;
  /** The slowest operation of the API, and its duration. */
  slowest: [name: string, ms: number];
  /** The error: a failed response, or that it never became usable. */
  fault?: string;
}

const QUIET_MS = 250;
const PATIENCE_MS = 6_000;

/**
 * Opens a screen with an empty cache, like a URL in a new tab. The browser's own work for the tab, half a second of both cores,
 * is over by then.
 */
export async function openScreen(context: BrowserContext, url: string, { path, ready }: BenchScreen): Promise<Opened> {
  const page = await context.newPage();
  try {
    await page.addInitScript(watch(ready));
    const asked = watchRequests(page);
    await clearCache(page);
    await waitUntilIdle(context.browser()!);
    await page.goto(`${url}${path}`, { waitUntil: 'commit' });
    for (let left = PATIENCE_MS / 50; left > 0 && !(await isQuiet(page, asked)); left--) await sleep(50);
    const [usable, complete] = await page.evaluate(figures);
    const fault = usable === 0 ? 'never usable' : asked.fault;
    return { usable, complete, slowest: asked.slowest, ...(fault && { fault }) };
  } finally {
    await page.close();
  }
}

/** The running API requests, and the findings about ended ones. */
function watchRequests(page: Page) {
  const asked = { under: 0, ended: 0, slowest: ['', 0] as Opened['slowest'], fault: '' };
  const isAsked = (request: Request) => request.url().endsWith('/graphql') && request.method() === 'POST';
  const end = () => {
    asked.under--;
    asked.ended = performance.now();
  };
  page.on('request', (request) => void (isAsked(request) && asked.under++));
  page.on('requestfailed', (request) => isAsked(request) && end());
  page.on('requestfinished', async (request) => {
    if (!isAsked(request)) return;
    const fault = await faultOf(request);
    const { requestStart, responseEnd } = request.timing();
    if (fault) asked.fault = fault;
    if (responseEnd - requestStart > asked.slowest[1])
      asked.slowest = [
        /(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1] ?? '',
        responseEnd - requestStart,
      ];
    end();
  });
  return asked;
}

/** The error in a response. A page closed in the meantime keeps no responses, and is no longer measured. */
async function faultOf(request: Request): Promise<string | undefined> {
  const answer = await request
    .response()
    .then((response) => response?.json())
    .catch(() => undefined);
  return answer?.errors && JSON.stringify(answer.errors).slice(0, 200);
}

async function isQuiet(page: Page, asked: ReturnType<typeof watchRequests>): Promise<boolean> {
  if (asked.under > 0 || asked.ended === 0 || performance.now() - asked.ended < QUIET_MS) return false;
  return (await page.evaluate(figures))[0] > 0;
}

interface Watching {
  usableSince?: number;
}

/**
 * For the browser: checks in each frame whether the screen is usable, and since when. It is text, because the compiler of this
 * file changes functions.
 */
const watch = (ready: string): string => `
  requestAnimationFrame(function look() {
    const usable = document.querySelector('h1') && document.querySelector(${JSON.stringify(ready)}) &&
      !document.querySelector('.mantine-Skeleton-root:not([data-counting])');
    window.usableSince = usable ? window.usableSince || performance.now() : 0;
    requestAnimationFrame(look);
  });`;

/** In the browser: since when it has been usable (0: it is not), and when the last response came. */
function figures(): [usable: number, complete: number] {
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/graphql'));
  const ends = answers.map((entry) => (entry as PerformanceResourceTiming).responseEnd);
  return [(window as Watching).usableSince ?? 0, Math.max(0, ...ends)];
}
