import { run, type Sql, sql } from '../../database/connect.ts';
import type { MediaStore } from './media-store.ts';

const AT_ONCE = 100;

const IS_DUE = sql`remove_after <= now()`;

/** Uploads whose files are to be removed. */
export const DUE_FOLDERS: Sql = sql`select from media_uploads where ${IS_DUE}`;

/**
 * Removes the files of deleted media, and those of uploads that were not published within a day. The row goes last, so that
 * after a crash the next process continues. Returns how many folders were removed. Throws StorageError.
 */
export async function removeFolders({ storage, db }: MediaStore): Promise<number> {
  const rows = await run<{ team: number; id: string; folder: string }>(
    db,
    sql`select team_id as team, id::text, folder from media_uploads
        where ${IS_DUE} order by remove_after limit ${AT_ONCE}`,
  );
  for (const { team, id, folder } of rows) {
    await storage.removeFolder(folder);
    await run(db, sql`delete from media_uploads where team_id = ${team} and id = ${id}::uuid`);
  }
  return rows.length;
}
