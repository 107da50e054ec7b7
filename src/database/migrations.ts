import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from './home.ts';
import { ownBuild } from './own-build.ts';

export interface Migration {
  name: string;
  sql: string;
  /** The SHA-256 of the file in hexadecimal, as in Prisma's history. */
  checksum: string;
}

/** A build contains its own migrations: those of the checkout may already be newer. */
export const migrationsFolder = (): string => join(ownBuild() ?? join(checkoutRoot(), 'prisma'), 'migrations');

/** The migrations of this version, in order. */
export async function readMigrations(folder = migrationsFolder()): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
