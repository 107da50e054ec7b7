import type pg from 'pg';
import { poolOf } from '../../database/connect.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { type ContactField, readContactField } from './contact-fields.ts';

/**
 * What an index holds, by the type of its field: what the comparisons of `segments/rules/attribute.ts` ask for, letter by
 * letter. A text by its hash, since it may be longer than a B-tree takes. Values that do not fit the type are left out.
 */
const HELD = {
  text: (key: string) => `using hash (lower(attributes ->> '${key}')) where (attributes ->> '${key}') is not null`,
  number: (key: string) => `((attributes -> '${key}')) where jsonb_typeof(attributes -> '${key}') = 'number'`,
  date: (key: string) => `(((attributes ->> '${key}') collate "C"))
    where translate(attributes ->> '${key}', '123456789', '000000000') in ('0000-00-00', '0000-00-00T00:00:00.000Z')`,
};

const PREFIX = 'subscribers_field_';
/** Two that make and drop indexes of one table at a time would wait for each other. */
const LOCK = 7_402_119;

/**
 * Makes an index over the values of a field, while everybody goes on reading and writing: some seconds for a million
 * subscribers. From then on segments that compare it read the rows that match, and no others. An index that is there
 * stays. `key` has passed as the key of a field, so it needs no quoting. Throws NotFoundError, ValidationError for a field
 * of true and false, ConflictError while another process is at it.
 */
export async function indexField(scope: Scope, key: unknown): Promise<void> {
  const field = await readContactField(scope, key);
  const { type } = field;
  if (type === 'boolean')
    throw new ValidationError([{ path: ['key'], problem: 'is of true and false: an index would not help.' }]);
  await alone(scope, async (client) => {
    await sweep(client);
    await client.query(`create index concurrently if not exists ${nameOf(field)} on subscribers
      ${HELD[type](field.key)} and team_id = ${scope.team.id}`);
    await client.query('analyze subscribers'); // The planner asks what the index holds, and knows it only from this.
    const claimed = 'update contact_fields set indexed_as = type where team_id = $1 and id = $2 and type::text = $3';
    await client.query(claimed, [scope.team.id, field.id, type]);
  });
}

/** Takes the index of a field away, if it has one. Throws NotFoundError, ConflictError while another process is at it. */
export async function unindexField(scope: Scope, key: unknown): Promise<void> {
  const { id } = await readContactField(scope, key);
  await alone(scope, async (client) => {
    const unclaimed = 'update contact_fields set indexed_as = null where team_id = $1 and id = $2';
    await client.query(unclaimed, [scope.team.id, id]);
    await sweep(client);
  });
}

const nameOf = ({ id, type }: ContactField) => `${PREFIX}${id.replaceAll('-', '')}_${type}`;

/** Drops the indexes of fields that went or have another type, and what a process left behind that ended midway. */
async function sweep(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'subscribers'::regclass and starts_with(c.relname, $1)
       and not (i.indisvalid and exists (select from contact_fields f
         where f.indexed_as = f.type and c.relname = $1 || replace(f.id::text, '-', '') || '_' || f.type))`,
    [PREFIX],
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
}

async function alone(scope: Scope, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await poolOf(scope.db).connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as entered', [LOCK]);
    if (!rows[0].entered) throw new ConflictError('Another process makes or drops an index now. Try again later.');
    await work(client);
  } finally {
    client.release(true); // The lock ends with the connection.
  }
}
