import type pg from 'pg';
import { poolOf } from '../../database/connect.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import type { FieldType } from './attributes.ts';
import { type ContactField, readContactField } from './contact-fields.ts';

/**
 * What an index is in the order of, and which rows it holds, by the type of its field: what the comparisons of
 * `segments/rules/attribute.ts` ask for, letter by letter. Of a text the beginning, since a B-tree takes no more.
 */
const HELD: Record<
  Exclude<FieldType, 'boolean'>,
  (key: string) => { value: string; rows: string; validated: string }
> = {
  text: (key) => ({
    value: `(left(lower(attributes ->> '${key}'), 512) collate "C")`,
    validated: `(attributes ->> '${key}')`,
    rows: 'is not null',
  }),
  number: (key) => ({
    value: `(attributes -> '${key}')`,
    validated: `jsonb_typeof(attributes -> '${key}')`,
    rows: "= 'number'",
  }),
  date: (key) => ({
    value: `((attributes ->> '${key}') collate "C")`,
    validated: `translate(attributes ->> '${key}', '123456789', '000000000')`,
    rows: "in ('0000-00-00', '0000-00-00T00:00:00.000Z')",
  }),
};

const PREFIX = 'subscribers_field_';
/** Two that make and drop indexes of one table at a time would wait for each other. */
const LOCK = 7_402_119;

/**
 * Makes an index over the values of a field, while everybody goes on reading and writing: some seconds for a million
 * subscribers, once all that is being read since before has ended, such as exports. From then on segments that compare the
 * field read the rows that match. An index that is there stays. `stop` gives it up: what was begun is dropped when the next
 * is asked for, since dropping would wait for the same. Throws NotFoundError, ValidationError for a field of true and false, ConflictError while another process is at it or when the
 * field is changed meanwhile.
 */
export async function indexField(scope: Scope, key: unknown, stop?: AbortSignal): Promise<void> {
  const field = await readContactField(scope, key);
  const { type } = field;
  if (type === 'boolean') {
    throw new ValidationError([{ path: ['key'], problem: 'names a field of true and false: an index is no help.' }]);
  }
  // A key that was found is one: it holds nothing that would have to be quoted.
  const { value, validated, rows } = HELD[type](field.key);
  const name = nameOf(field);
  await atWork(scope, stop, async (client) => {
    await sweep(client);
    await client.query(`create index concurrently if not exists ${name} on subscribers (${value})
      where team_id = ${scope.team.id} and ${validated} ${rows}`);
    // The planner takes nothing from an index over a part of the rows: without this it would guess how many match.
    await client.query(`create statistics if not exists ${name} on (${value}), (${validated}) from subscribers`);
    await client.query('analyze subscribers');
    const claim = 'update contact_fields set indexed_as = type where team_id = $1 and id = $2 and type::text = $3';
    const { rowCount } = await client.query(claim, [scope.team.id, field.id, type]);
    if (rowCount === 0) throw new ConflictError('The field was changed meanwhile: ask again.');
  });
}

/** Takes the index of a field away, if it has one. Throws NotFoundError, ConflictError while another process is at it. */
export async function unindexField(scope: Scope, key: unknown, stop?: AbortSignal): Promise<void> {
  const { id } = await readContactField(scope, key);
  await atWork(scope, stop, async (client) => {
    const unclaim = 'update contact_fields set indexed_as = null where team_id = $1 and id = $2';
    await client.query(unclaim, [scope.team.id, id]);
  });
}

const nameOf = ({ id, type }: ContactField) => `${PREFIX}${id.replaceAll('-', '')}_${type}`;

/** Works on a connection of its own, alone, and leaves behind only what a field claims. */
async function atWork(
  scope: Scope,
  stop: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const pool = poolOf(scope.db);
  const client = await pool.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone, pg_backend_pid() as pid', [LOCK]);
  const [{ alone, pid }] = rows;
  const cancel = () => pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
  try {
    if (!alone) throw new ConflictError('Another process makes or drops an index now. Try again later.');
    // What a server allows a request does not bind this.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    stop?.throwIfAborted();
    stop?.addEventListener('abort', cancel);
    await work(client)
      .finally(() => stop?.removeEventListener('abort', cancel))
      .catch(async (error) => {
        if (!stop?.aborted) await sweep(client);
        throw error;
      });
    await sweep(client);
  } finally {
    if (alone) await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release(true); // With the settings it has now nobody else should have it.
  }
}

/** Drops what belongs to no field as it is now: the field went or has another type, or a process ended midway. */
async function sweep(client: pg.PoolClient): Promise<void> {
  const claimed = `(select from contact_fields f
    where f.indexed_as = f.type and x.name = $1 || replace(f.id::text, '-', '') || '_' || f.type)`;
  const { rows: indexes } = await client.query<{ name: string }>(
    `select name from (select c.relname as name, i.indisvalid as valid from pg_index i
       join pg_class c on c.oid = i.indexrelid where i.indrelid = 'subscribers'::regclass) x
     where starts_with(x.name, $1) and not (x.valid and exists ${claimed})`,
    [PREFIX],
  );
  for (const { name } of indexes) await client.query(`drop index concurrently if exists ${name}`);
  const { rows: statistics } = await client.query<{ name: string }>(
    `select name from (select stxname as name from pg_statistic_ext where stxrelid = 'subscribers'::regclass) x
     where starts_with(x.name, $1) and not exists ${claimed}`,
    [PREFIX],
  );
  for (const { name } of statistics) await client.query(`drop statistics if exists ${name}`);
}
