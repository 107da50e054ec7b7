import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutRoot } from './home.ts';

const BUILDS = 'builds';

/**
 * The folder in dist/builds that this code runs from (builds.config.ts). Undefined when it runs from source. It keeps all its
 * files while an upgrade replaces those of the checkout.
 */
export function ownBuild(): string | undefined {
  const folder = dirname(fileURLToPath(import.meta.url));
  return basename(dirname(folder)) === BUILDS ? folder : undefined;
}

/** This code's build, or the newest one when it runs from source. Undefined without a build. */
export function newestBuild(): string | undefined {
  const dist = join(checkoutRoot(), 'dist');
  const entry = join(dist, 'main.js');
  const [, name] = /builds\/([\w-]+)\//.exec(existsSync(entry) ? readFileSync(entry, 'utf8') : '') ?? [];
  return ownBuild() ?? (name && join(dist, BUILDS, name));
}

/**
 * Marks our build as in use by this or another process, so that no later build deletes it. Without write access, the last three
 * builds stay.
 */
export function useOwnBuild(pid = process.pid): void {
  const folder = ownBuild();
  if (!folder) return;
  try {
    mkdirSync(join(folder, 'users'), { recursive: true });
    writeFileSync(join(folder, 'users', String(pid)), '');
  } catch {
    // The checkout belongs to another account, as it should.
  }
}
