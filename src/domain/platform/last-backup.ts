import { type Database, run, sql } from '../../database/connect.ts';

/** The maker of backups: `command` is our own, `elsewhere` another program, reported by the operator. */
export const BACKED_UP_BY = ['command', 'elsewhere'] as const;

/** The newest recorded backup of the database. */
export interface LastBackup {
  madeBy: (typeof BACKED_UP_BY)[number];
  /** The moment of the saved state: later changes would be lost. */
  at: Date;
  /** The size of the file. Null: unknown. */
  bytes: number | null;
}

/** Records that the state of this moment is backed up. An older backup that finishes after a newer one changes nothing. */
export async function noteBackup(db: Database, { madeBy, at, bytes }: LastBackup): Promise<void> {
  await run(
    db,
    sql`insert into last_backups as known (made_by, at, bytes) values (${madeBy}, ${at}::timestamptz, ${bytes}::bigint)
        on conflict (made_by) do update set at = excluded.at, bytes = excluded.bytes where known.at <= excluded.at`,
  );
}

/** The newest backup by any maker. Undefined: none is recorded. */
export async function readLastBackup(db: Database): Promise<LastBackup | undefined> {
  const [last] = await run<LastBackup>(
    db,
    sql`select made_by as "madeBy", at, bytes::float8 as bytes from last_backups order by at desc limit 1`,
  );
  return last;
}

/** The age of the last backups in seconds, by maker. Empty if none is recorded. */
export const readBackupAges = (db: Database): Promise<(Pick<LastBackup, 'madeBy'> & { seconds: number })[]> =>
  run(db, sql`select made_by as "madeBy", extract(epoch from now() - at)::float8 as seconds from last_backups`);
