import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../src/database/home.ts';

/** The built entry that processes are started from. */
export const ENTRY = join(checkoutRoot(), 'dist', 'main.js');

/** Builds when a source file is newer than what was built last. */
export async function build(): Promise<void> {
  const source = join(checkoutRoot(), 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const newest = Math.max(...files.map((name) => statSync(join(source, name)).mtimeMs));
  if (existsSync(ENTRY) && statSync(ENTRY).mtimeMs >= newest) return;
  await promisify(execFile)('npm', ['run', 'build'], { cwd: checkoutRoot() });
}
