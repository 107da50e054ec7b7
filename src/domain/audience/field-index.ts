import type pg from 'pg';
import { poolOf } from '../../database/connect.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import type { FieldType } from './attributes.ts';
import { type ContactField, readContactField } from './contact-fields.ts';

/**
 * For each field type, the indexed expression and the condition on its rows. Both must match the comparisons in
 * `segments/rules/attribute.ts` letter by letter, or the planner does not use the index. Only the beginning of a text is
 * indexed, because a B-tree entry has a limited size.
 */
const INDEXED: Record<
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
/** Advisory lock: two processes that create and drop indexes of one table at the same time would deadlock. */
const LOCK = 7_402_119;

/**
 * Creates an index over a field's values, so that segments on the field read only matching rows. Reads and writes continue
 * meanwhile. It takes a few seconds for a million subscribers, and first waits for running reads such as exports. An
 * existing index stays. `stop` cancels; the next call drops the unfinished index, because dropping it now would wait for
 * the same reads. Throws NotFoundError, ValidationError for a boolean field, and ConflictError if another process creates
 * or drops an index or the field changes meanwhile.
 */
export async function indexField(scope: Scope, key: unknown, stop?: AbortSignal): Promise<void> {
  const field = await readContactField(scope, key);
  const { type } = field;
  if (type === 'boolean') {
    throw new ValidationError([{ path: ['key'], problem: BOOLEAN }]);
  }
  // A field key contains nothing that needs quoting in SQL.
  const { value, validated, rows } = INDEXED[type](field.key);
  const name = nameOf(field);
  await withIndexLock(scope, stop, async (client) => {
    await sweep(client);
    // Not "if not exists": with an existing index, Citus marks it as not usable.
    const { rowCount: isThere } = await client.query('select from pg_class where oid = to_regclass($1)', [name]);
    if (!isThere) {
      await client.query(`create index concurrently ${name} on subscribers (${value})
        where team_id = ${scope.team.id} and ${validated} ${rows}`);
    }
    // The planner takes no statistics from a partial index: without these it would guess how many rows match.
    await client.query(`create statistics if not exists ${name} on (${value}), (${validated}) from subscribers`);
    await client.query('analyze subscribers');
    const claim = 'update contact_fields set indexed_as = type where team_id = $1 and id = $2 and type::text = $3';
    const { rowCount } = await client.query(claim, [scope.team.id, field.id, type]);
    if (rowCount === 0)
      throw new ConflictError('CHANGED_SINCE', 'The field was changed while its index was created. Try again.');
  });
}

/**
 * Drops the index of a field, if it has one. Throws NotFoundError, and ConflictError while another process creates or drops
 * an index.
 */
export async function unindexField(scope: Scope, key: unknown, stop?: AbortSignal): Promise<void> {
  const { id } = await readContactField(scope, key);
  await withIndexLock(scope, stop, async (client) => {
    const unclaim = 'update contact_fields set indexed_as = null where team_id = $1 and id = $2';
    await client.query(unclaim, [scope.team.id, id]);
  });
}

const BOOLEAN = 'The field is boolean. An index would not speed up segments.';

const nameOf = ({ id, type }: Pick<ContactField, 'id' | 'type'>) => `${PREFIX}${id.replaceAll('-', '')}_${type}`;

/** Runs `work` under the advisory lock on its own connection, then drops every index without a field. */
async function withIndexLock(
  scope: Scope,
  stop: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const pool = poolOf(scope.db);
  const client = await pool.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone, pg_backend_pid() as pid', [LOCK]);
  const [{ alone, pid }] = rows;
  const cancel = () => pool.query('select pg_cancel_backend($1::int)', [pid]).catch(() => {});
  try {
    if (!alone)
      throw new ConflictError('ALREADY_RUNNING', 'Another process is creating or dropping an index. Try again later.');
    // The time limits for requests are too short for this work.
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
    client.release(true); // closes the connection, because it has no time limits
  }
}

/**
 * Drops indexes and statistics that belong to no field: the field was deleted or changed its type, or a process was killed.
 */
async function sweep(client: pg.PoolClient): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; valid: boolean }>(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'subscribers'::regclass and starts_with(c.relname, $1)`,
    [PREFIX],
  );
  const { rows: statistics } = await client.query<{ name: string }>(
    `select stxname as name from pg_statistic_ext where stxrelid = 'subscribers'::regclass and starts_with(stxname, $1)`,
    [PREFIX],
  );
  // A separate query: the fields may be on other machines than the catalogue.
  const { rows: claims } = await client.query<{ id: string; type: FieldType }>(
    'select id::text, type::text from contact_fields where indexed_as = type',
  );
  const claimed = new Set(claims.map(nameOf));
  for (const { name, valid } of indexes) {
    if (!valid || !claimed.has(name)) await client.query(`drop index concurrently if exists ${name}`);
  }
  for (const { name } of statistics) {
    if (!claimed.has(name)) await client.query(`drop statistics if exists ${name}`);
  }
}
