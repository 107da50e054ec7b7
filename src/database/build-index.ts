import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Step } from './online-steps.ts';

type Building = Extract<Step, { kind: 'build index' }>;

/** Runs a statement that takes a strong lock briefly; gives way and retries while others use the table. */
export type Briefly = (sql: string) => Promise<unknown>;

/**
 * Builds an index while others write. Skips an existing one; drops and rebuilds the remains of an interrupted build. Partitions
 * get their indexes one by one, because PostgreSQL cannot build those of a partitioned table concurrently.
 */
export async function buildIndex(
  client: pg.ClientBase,
  { name, table, sql }: Building,
  briefly: Briefly,
): Promise<void> {
  const { rows } = await client.query(`select relkind = 'p' as partitioned from pg_class where oid = to_regclass($1)`, [
    `public."${table}"`,
  ]);
  if (rows[0]?.partitioned) return buildOnParts(client, { name, table, sql }, briefly);
  return buildOne(client, `public."${name}"`, sql);
}

/** Drops an index while others write, if PostgreSQL can: dropping that of a partitioned table takes a brief lock. */
export async function dropIndex(client: pg.ClientBase, name: string, briefly: Briefly): Promise<void> {
  const index = `public."${name}"`;
  const { rows } = await client.query(`select relkind = 'I' as partitioned from pg_class where oid = to_regclass($1)`, [
    index,
  ]);
  if (rows[0]?.partitioned) await briefly(`drop index if exists ${index}`);
  else await client.query(`drop index concurrently if exists ${index}`);
}

/** `index`: its name with its schema, in quotes. */
async function buildOne(client: pg.ClientBase, index: string, sql: string): Promise<void> {
  const isValid = await validity(client, index);
  if (isValid) return;
  if (isValid === false) await client.query(`drop index concurrently ${index}`);
  try {
    await client.query(sql);
  } catch (error) {
    // It is invalid and useless, but each write would still maintain it.
    await client.query(`drop index concurrently if exists ${index}`).catch(() => {});
    throw error;
  }
}

/** Undefined: the index does not exist. */
async function validity(client: pg.ClientBase, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.valid;
}

const MAX_NAME = 63;

interface Part {
  schema: string;
  part: string;
}

/** The index of the whole table is valid once all partitions have theirs. New partitions get it automatically. */
async function buildOnParts(client: pg.ClientBase, { name, table, sql }: Omit<Building, 'kind'>, briefly: Briefly) {
  const whole = `public."${name}"`;
  const [, unique = '', tail] =
    /^create (unique )?index concurrently (?:if not exists )?"?\w+"? on (?:only )?"?\w+"?([\s\S]*)$/i.exec(
      sql.replace(/\s+/g, ' '),
    ) as RegExpExecArray;
  if ((await validity(client, whole)) === undefined) {
    await briefly(`create ${unique}index if not exists "${name}" on only "${table}"${tail}`);
  }
  const { rows } = await client.query<Part>(
    `select n.nspname as schema, c.relname as part from pg_inherits i
     join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
     where i.inhparent = to_regclass($1) and not exists (
       select from pg_inherits x join pg_index own on own.indexrelid = x.inhrelid
       where x.inhparent = to_regclass($2) and own.indrelid = i.inhrelid)
     order by c.oid`,
    [`public."${table}"`, whole],
  );
  for (const { schema, part } of rows) {
    const own = partIndexName(name, part);
    await buildOne(
      client,
      `"${schema}"."${own}"`,
      `create ${unique}index concurrently "${own}" on "${schema}"."${part}"${tail}`,
    );
    await briefly(`alter index ${whole} attach partition "${schema}"."${own}"`);
  }
}

/** PostgreSQL truncates names to 63 bytes, which could make two names equal. */
function partIndexName(name: string, part: string): string {
  const whole = `${name}_${part}`;
  if (whole.length <= MAX_NAME) return whole;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_NAME - part.length - hash.length - 2)}_${hash}_${part}`;
}
