import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../src/database/home.ts';

/** Libraries are hard links, so they must be on the same file system as the disk. */
const ON_DISK = '/var/tmp';

/** A checkout of this version beside ours, without installed or built files. */
export interface OtherCheckout {
  folder: string;
  /** The first step of `npm ci`: deletes all libraries. */
  uninstall(): Promise<void>;
  /** Its second step. */
  install(): Promise<void>;
  build(): Promise<void>;
  /** Like `git pull` of a newer version: every file changes, and there is one more migration. */
  pull(migration: string, sql?: string): Promise<void>;
  /** The names of the builds, the oldest first. */
  builds(): Promise<string[]>;
  remove(): Promise<void>;
}

const execute = promisify(execFile);

const PARTS = ['package.json', 'src', 'prisma', 'pictures', 'scalars.json', 'tsconfig.json'];

/** A copy of the commit, if given; its history must be present. */
export async function copyCheckout(commit?: string): Promise<OtherCheckout> {
  const from = checkoutRoot();
  const folder = await mkdtemp(join(ON_DISK, 'tidings-checkout-'));
  await chmod(folder, 0o755); // for the database's account
  if (commit) {
    await execute('git', ['--work-tree', folder, 'checkout', commit, '--', '.'], {
      cwd: from,
      env: { ...process.env, GIT_INDEX_FILE: join(folder, '.index') },
    });
  } else {
    const configs = (await readdir(from)).filter((name) => name.endsWith('.config.ts'));
    for (const name of [...PARTS, ...configs]) await cp(join(from, name), join(folder, name), { recursive: true });
  }
  const libraries = join(folder, 'node_modules');
  return {
    folder,
    uninstall: () => rm(libraries),
    install: () => symlink(join(from, 'node_modules'), libraries),
    build: async () => {
      for (const script of [...(commit ? ['codegen'] : []), 'build:server']) {
        await execute('npm', ['run', script], { cwd: folder });
      }
    },
    pull: async (migration, sql = `create table "${migration}" (id int);`) => {
      const path = join(folder, 'prisma', 'migrations', migration);
      await cp(join(folder, 'prisma', 'migrations', '0001_init'), path, { recursive: true });
      await writeFile(join(path, 'migration.sql'), sql);
      for (const name of ['src', 'pictures']) await rm(join(folder, name), { recursive: true });
      for (const name of ['src', 'pictures']) await cp(join(from, name), join(folder, name), { recursive: true });
    },
    builds: async () => (await readdir(join(folder, 'dist', 'builds'))).sort(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
