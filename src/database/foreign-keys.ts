import type pg from 'pg';

/** A foreign key. Table and name are quoted. */
export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Drops all foreign keys, and returns them. */
export async function dropForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  // By pg_class, where Citus does not show the parts of distributed tables.
  const { rows } = await client.query<ForeignKey>(`
    select c.oid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

export const addForeignKey = (client: pg.ClientBase, { table, name, definition }: ForeignKey) =>
  client.query(`alter table ${table} add constraint ${name} ${definition}`);
