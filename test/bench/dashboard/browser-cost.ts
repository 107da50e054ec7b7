import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** The browser's cost, in hundredths of one core. */
export interface Cost {
  /** The main thread of the page. */
  main: number;
  script: number;
  /** All threads of its process. */
  process: number;
}

const CALM_MS = 200;
const CALM_SHARE = 0.1;
const CALM_PATIENCE = 50;

interface Process {
  type: string;
  id: number;
  cpuTime: number;
}

/** Measures an open page for a while, in processor time, not wall-clock time. */
export async function costOf(browser: Browser, page: Page, seconds: number): Promise<Cost> {
  const session = await page.context().newCDPSession(page);
  const whole = await browser.newBrowserCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    const renderers = (processInfo as Process[]).filter(({ type }) => type === 'renderer');
    return {
      ...{ main: of('TaskDuration'), script: of('ScriptDuration') },
      process: renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    };
  };
  const [from, before] = [performance.now(), await read()];
  await sleep(seconds * 1_000);
  const after = await read();
  const took = (performance.now() - from) / 1_000;
  await session.detach();
  await whole.detach();
  const share = (what: keyof Cost) => ((after[what] - before[what]) / took) * 100;
  return { main: share('main'), script: share('script'), process: share('process') };
}

/** Waits until all processes of the browser together take less than a tenth of a core. Throws when they never do. */
export async function waitUntilIdle(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const read = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return (processInfo as Process[]).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  let before = await read();
  for (let left = CALM_PATIENCE; left > 0; left--) {
    await sleep(CALM_MS);
    const now = await read();
    if (now - before < (CALM_MS / 1_000) * CALM_SHARE) return await session.detach();
    before = now;
  }
  throw new Error('the browser is busy with something else');
}

/** Clears the cache of fetched files. */
export async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** Bytes of the page's heap and its nodes, after a garbage collection. */
export async function memoryOf(page: Page): Promise<{ heap: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heap: usedSize, nodes };
}

/** A browser signed in with the secret of a session. */
export async function signedIn(browser: Browser, url: string, secret: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await context.addCookies([{ name: 'tidings_session', value: secret, url, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}
