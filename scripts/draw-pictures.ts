/**
 * `npm run pictures:draw` makes the PNGs of pictures/ from pictures/source/ with Chromium (at CHROMIUM, else at Debian's path),
 * and the palette of pngquant (Debian: pngquant). Run by hand when a source changes: the PNGs are committed.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '../src/database/home.ts';
import { openBrowser } from '../test/browser/chromium.ts';

const FOLDER = join(checkoutRoot(), 'pictures');
const MAX_BYTES = 30_000;

const wanted = process.argv.slice(2);
const sources = (await readdir(join(FOLDER, 'source'), { recursive: true }))
  .filter((name) => name.endsWith('.svg') && (wanted.length === 0 || wanted.some((one) => name.includes(one))))
  .sort();

const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const source of sources) {
    const drawing = await readFile(join(FOLDER, 'source', source), 'utf8');
    const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(drawing) ?? [];
    await page.setViewportSize({ width: Number(width), height: Number(height) });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
    const picture = withPalette(await page.screenshot({ omitBackground: true }));
    const file = join(FOLDER, source.replace(/\.svg$/, '.png'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, picture);
    console.log(`${source}: ${picture.length} bytes${picture.length > MAX_BYTES ? ', TOO MANY' : ''}`);
  }
} finally {
  await browser.close();
}

/** A PNG with a palette instead of three bytes per pixel: about a third of the size. */
function withPalette(png: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync('pngquant', ['--speed', '1', '--nofs', '--strip', '48', '-'], {
    input: png,
  });
  if (status !== 0) throw new Error(`pngquant: ${error?.message ?? stderr}`);
  return stdout;
}
