import { type Database, run, sql } from '../../database/connect.ts';

const MOST_COUNTED = 10_000;

/** Counts the imports of all teams that are not done. */
export async function countOpenImports(db: Database): Promise<{ draft: number; processing: number }> {
  const [row] = await run<{ draft: number; processing: number }>(
    db,
    sql`select count(*) filter (where status = 'draft')::int as draft,
               count(*) filter (where status = 'processing')::int as processing
        from (select status from imports where status in ('draft', 'processing') limit ${MOST_COUNTED}) open`,
  );
  return row!;
}
