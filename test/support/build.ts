import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../src/database/home.ts';

/** The built entry that processes start from. */
export const ENTRY = join(checkoutRoot(), 'dist', 'main.js');

/** The folder of the built dashboard. */
export const BUILT_DASHBOARD = join(checkoutRoot(), 'dist', 'dashboard');

/** Builds the server when a source file is newer than the last build. */
export const build = (): Promise<void> => buildOlder(ENTRY, 'build:server', (name) => !name.startsWith('dashboard/'));

/** The same for the dashboard, as it is served. */
export const buildDashboard = (): Promise<void> =>
  buildOlder(join(BUILT_DASHBOARD, 'screens.json'), 'build:dashboard', (name) => name.includes('dashboard/'));

async function buildOlder(built: string, script: string, isOfIt: (name: string) => boolean): Promise<void> {
  const source = join(checkoutRoot(), 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx?|css|html)$/.test(name) && isOfIt(name),
  );
  const newest = Math.max(...files.map((name) => statSync(join(source, name)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  await promisify(execFile)('npm', ['run', script], { cwd: checkoutRoot() });
}
