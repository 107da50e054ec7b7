import type { Browser, Page } from 'playwright-core';

const LOOKS = [
  { colorScheme: 'light', width: 660 },
  { colorScheme: 'dark', width: 660 },
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 375 },
] as const;

const GAP = 24;
const STYLE = `body { margin: 0; padding: ${GAP}px; display: inline-flex; gap: ${GAP}px; align-items: start; background: #c9ccd0 }`;
const MAX_BYTES = 120_000;
/** From the best quality to the worst acceptable: first coarser, then smaller. */
const TRIES = [1, 0.8, 0.65, 0.5, 0.4].flatMap((scale) => [82, 70, 58, 46].map((quality) => ({ scale, quality })));

/** A drawn message. */
export interface Sheet {
  /** WebP. */
  picture: Buffer;
  /** The URLs of pictures that could not be shown. */
  broken: string[];
}

/**
 * Draws a message on a wide screen and on a phone (widths in pixels), each in light and in dark mode, side by side, in below 120
 * kB. Dark mode follows the styles of the message; some mail clients change more. It may load pictures only from `origin`.
 */
export async function drawSheet(browser: Browser, html: string, origin: string): Promise<Sheet> {
  const shots: Sheet[] = [];
  for (const look of LOOKS) shots.push(await shoot(browser, html, origin, look));
  const pictures = shots.map(
    ({ picture }, at) => `<img width="${LOOKS[at]!.width}" src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  const width = LOOKS.reduce((sum, look) => sum + look.width + GAP, GAP);
  const page = await browser.newPage({ viewport: { width, height: 100 } });
  try {
    await page.setContent(`<style>${STYLE}</style>${pictures.join('')}`, { waitUntil: 'load' });
    return { picture: await webpOf(page), broken: [...new Set(shots.flatMap(({ broken }) => broken))] };
  } finally {
    await page.close();
  }
}

async function shoot(
  browser: Browser,
  html: string,
  origin: string,
  { colorScheme, width }: (typeof LOOKS)[number],
): Promise<Sheet> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 600 } });
  try {
    const address = `${origin}/message`;
    await context.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    await context.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
    const page = await context.newPage();
    // Not by setContent: in dark mode an empty page is black where the message sets no colour.
    await page.goto(address, { waitUntil: 'networkidle' });
    return { broken: await page.evaluate(BROKEN), picture: await page.screenshot({ fullPage: true }) };
  } finally {
    await context.close();
  }
}

/** Runs in the page: the URLs of pictures without a size, which did not load. */
const BROKEN = '[...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src)';

/** Playwright has no WebP, Chromium does. */
async function webpOf(page: Page): Promise<Buffer> {
  const devTools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devTools.send('Page.getLayoutMetrics');
  const { width, height } = cssContentSize;
  for (const { scale, quality } of TRIES) {
    const clip = { x: 0, y: 0, width, height, scale };
    const { data } = await devTools.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality, captureBeyondViewport: true, clip },
    });
    const picture = Buffer.from(data, 'base64');
    if (picture.length <= MAX_BYTES) return picture;
  }
  throw new Error(`The sheet does not fit into ${MAX_BYTES} bytes.`);
}
