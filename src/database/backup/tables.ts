import type pg from 'pg';

export interface Table {
  /** Quoted. */
  table: string;
  /** The stored columns, quoted. */
  columns: string[];
  /** Its approximate number of rows. */
  estimate: number;
}

/** Tables about this installation's processes only, or with rows that are created again. */
const LEFT_OUT = ['_prisma_migrations', 'installation_secrets', 'last_backups', 'message_minutes'];

/** Our tables, by name. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>({
    text: `
      select quote_ident(c.relname) as table,
        (select sum(greatest(reltuples, 0)) from pg_class
         where oid = c.oid or oid in (select relid from pg_partition_tree(c.oid) where isleaf))::float8 as estimate,
        (select json_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1::text[])
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by c.relname`,
    values: [LEFT_OUT],
  });
  return rows;
}
