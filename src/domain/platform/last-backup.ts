import { type Database, run, sql } from '../../database/connect.ts';

/** Who makes backups: `command` is our own, `elsewhere` another program, as the operator says. */
export const BACKED_UP_BY = ['command', 'elsewhere'] as const;

/** The newest backup of the database that is known of. */
export interface LastBackup {
  madeBy: (typeof BACKED_UP_BY)[number];
  /** The moment whose state it holds: what came afterwards would be lost. */
  at: Date;
  /** How large the file is. Null: not known. */
  bytes: number | null;
}

/** Notes that the state of this moment is backed up. An older backup that ends later than a newer one changes nothing. */
export async function noteBackup(db: Database, { madeBy, at, bytes }: LastBackup): Promise<void> {
  await run(
    db,
    sql`insert into last_backups as known (made_by, at, bytes) values (${madeBy}, ${at}::timestamptz, ${bytes}::bigint)
        on conflict (made_by) do update set at = excluded.at, bytes = excluded.bytes where known.at <= excluded.at`,
  );
}

/** The newest backup, whoever made it. Undefined: none is known of. */
export async function readLastBackup(db: Database): Promise<LastBackup | undefined> {
  const [last] = await run<LastBackup>(
    db,
    sql`select made_by as "madeBy", at, bytes::float8 as bytes from last_backups order by at desc limit 1`,
  );
  return last;
}

/** How old the last backups are, in seconds, by who makes them. None is known of: empty. */
export const readBackupAges = (db: Database): Promise<(Pick<LastBackup, 'madeBy'> & { seconds: number })[]> =>
  run(db, sql`select made_by as "madeBy", extract(epoch from now() - at)::float8 as seconds from last_backups`);
