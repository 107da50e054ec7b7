import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bringLibraries } from '../../libraries.config.ts';
import { checkoutRoot } from '../../src/database/home.ts';

const ROOT = checkoutRoot();
const folder = mkdtempSync(join(tmpdir(), 'tidings-libraries-'));
bringLibraries(ROOT, folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** The folders of packages that were brought: those with a package.json beside or below which npm puts packages. */
const packages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path.split(sep).join('/')))
  .map((path) => join(path, '..'));

const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:c|m)?js$|\.json$|\.node$|\.wasm$/.test(entry.name))
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith(`node_modules${sep}`));

test("a build includes every program of its libraries, even from folders that look like npm's", () => {
  expect(packages.length).toBeGreaterThan(300);
  expect(packages).toContain(join('node_modules', 'feedsmith'));
  const missing = packages.flatMap((one) =>
    filesOf(join(ROOT, one))
      .filter((name) => !existsSync(join(folder, one, name)))
      .map((name) => join(one, name)),
  );
  expect(missing).toEqual([]);
});
