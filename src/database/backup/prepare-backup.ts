import type { Log } from '../../log.ts';
import { connectForLongWork } from '../long-work.ts';
import { migrate } from '../migrate.ts';
import { findPending } from '../migration-history.ts';
import { readMigrations } from '../migrations.ts';

/**
 * Makes a database ready for a backup. One of an earlier version stays as it is: its backup is the way back to that version. Only a database
 * that is new, or from before migration 0154, is migrated. Throws SetupError when it is newer than this version.
 */
export async function prepareBackup(url: string, log: Log): Promise<void> {
  const client = await connectForLongWork(url);
  try {
    await findPending(client, await readMigrations(), log);
    const { rows } = await client.query(
      `select to_regclass('public.last_backups') is not null
         and to_regclass('graphile_worker._private_jobs') is not null as ready`,
    );
    if (rows[0].ready) return;
  } finally {
    await client.end();
  }
  await migrate(url, log);
}
