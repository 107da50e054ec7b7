import { type Database, run, sql } from '../../database/connect.ts';

const MOST_COUNTED = 10_000;

/** Counts the active sending pauses of all teams, of whole transports and of domains. */
export async function countPauses(db: Database): Promise<{ transport: number; domain: number }> {
  const [row] = await run<{ transport: number; domain: number }>(
    db,
    sql`select count(*) filter (where domain = '')::int as transport, count(*) filter (where domain <> '')::int as domain
        from (select domain from sending_pauses where paused_until > now() limit ${MOST_COUNTED}) current`,
  );
  return row!;
}
