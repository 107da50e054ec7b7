import { createHash } from 'node:crypto';
import type { Log } from '../../log.ts';
import type { Storage } from '../../storage/storage.ts';
import { connectForLongWork } from '../long-work.ts';
import { hasDistributedTables } from '../migrate-distributed.ts';
import type { BackupKey } from './backup-encryption.ts';
import { MEDIA_FILES } from './media-files.ts';
import { type BackupSummary, LEAVE_SECRET, restoreBackup } from './restore-backup.ts';

interface Options {
  log: Log;
  key?: BackupKey | undefined;
  signal?: AbortSignal;
}

/** The role may not create databases; a pooler does not know the new one. */
const IMPOSSIBLE = new Set(['42501', '3D000', '08P01']);

/** Why no other database can be created. */
const NO_RIGHT = 'the role may not create databases (ALTER ROLE … CREATEDB)';
const ON_CLUSTER = 'the database is a cluster: restore the file into another one from time to time';

/**
 * Restores a backup into a temporary database beside the one at `url`, and drops it. Returns the number of rows, or the
 * reason when no other database can be created. Throws SetupError when the backup cannot be restored. Only one process may do this at a time.
 */
export async function tryRestore(path: string, url: string, { log, key, signal }: Options): Promise<number | string> {
  const client = await connectForLongWork(url);
  const name = `tidings_check_${createHash('sha256').update(url).digest('hex').slice(0, 12)}`;
  try {
    if (await hasDistributedTables(client)) return ON_CLUSTER;
    await client.query(`drop database if exists ${name} with (force)`); // left by a killed process
    await client.query(`create database ${name} template template0`);
    try {
      const options = { log, key, storage: NOWHERE, ...(signal && { signal }) };
      const summary = await restoreBackup(path, withDatabase(url, name), { ...options, ...LEAVE_SECRET });
      return rowsOf(summary);
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
    }
  } catch (error) {
    if (IMPOSSIBLE.has((error as { code?: string }).code ?? '')) return NO_RIGHT;
    throw error;
  } finally {
    await client.end();
  }
}

/** Media files are counted separately. */
const rowsOf = ({ rows, tables }: BackupSummary): number => rows - (tables[MEDIA_FILES.table] ?? 0);

/** The same URL with another database. */
const withDatabase = (url: string, name: string): string =>
  url.replace(/^([a-z]+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`);

/** Media files are read from the backup and not written. */
const NOWHERE: Storage = {
  isLocal: true,
  write: async () => {},
  read: async () => undefined,
  removeFolder: async () => {},
  close: () => {},
};
