import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutRoot } from './home.ts';

const BUILDS = 'builds';

/**
 * The folder in dist/builds that this code runs from (builds.config.ts). Undefined where it runs from source. It keeps all its files
 * while an upgrade replaces those of the checkout.
 */
export function ownBuild(): string | undefined {
  const folder = dirname(fileURLToPath(import.meta.url));
  return basename(dirname(folder)) === BUILDS ? folder : undefined;
}

/** The same, or the newest build where this code runs from source. Undefined: nothing was built. */
export function newestBuild(): string | undefined {
  const dist = join(checkoutRoot(), 'dist');
  const entry = join(dist, 'main.js');
  const [, name] = /builds\/([\w-]+)\//.exec(existsSync(entry) ? readFileSync(entry, 'utf8') : '') ?? [];
  return ownBuild() ?? (name && join(dist, BUILDS, name));
}

/** Notes that this process, or another, uses our build, so that no later one removes it. Where nothing may be written, the last three stay. */
export function useOwnBuild(pid = process.pid): void {
  const folder = ownBuild();
  if (!folder) return;
  try {
    mkdirSync(join(folder, 'users'), { recursive: true });
    writeFileSync(join(folder, 'users', String(pid)), '');
  } catch {
    // The checkout belongs to somebody else, as it should.
  }
}
