import pg from 'pg';
import { TooManyFilesError } from '../errors.ts';
import { type Database, poolOf, type Sql } from './connect.ts';
import { isDistributed } from './layout.ts';

/** How long a reader may take for one batch before it loses its connection. */
const IDLE_MS = 60_000;

/** Connections in use by readers, by pool. */
const inUse = new WeakMap<pg.Pool, number>();

/**
 * Streams the rows of one statement in batches of `size`, all from one snapshot. Uses its own connection, which always returns to
 * the pool at the end. Not for use inside a transaction. Throws TooManyFilesError when readers already use a third of the pool.
 */
export async function* readInBatches<Row>(db: Database, statement: Sql, size: number): AsyncGenerator<Row[]> {
  const pool = poolOf(db);
  const others = inUse.get(pool) ?? 0;
  if (others >= Math.max(1, Math.floor((pool.options.max ?? 10) / 3))) throw new TooManyFilesError('exports');
  inUse.set(pool, others + 1);
  let client: pg.PoolClient | undefined;
  let isReleased = false;
  const release = (broken: boolean) => {
    if (isReleased) return;
    isReleased = true;
    inUse.set(pool, (inUse.get(pool) ?? 1) - 1);
    client?.release(broken);
  };
  try {
    client = await pool.connect();
    await client.query('begin transaction isolation level repeatable read, read only');
    const { text, values } = isDistributed(db) ? { text: inlined(statement), values: [] } : statement;
    await client.query({ text: `declare batches cursor for ${text}`, values: values as unknown[] });
    for (let last = false; !last; ) {
      const { rows } = await client.query<Row & pg.QueryResultRow>(`fetch ${size} from batches`);
      last = rows.length < size;
      const idle = setTimeout(release, IDLE_MS, true);
      try {
        if (rows.length > 0) yield rows;
      } finally {
        clearTimeout(idle);
      }
      if (isReleased) throw new Error('the reader paused for too long');
    }
    await client.query('commit');
    release(false);
  } finally {
    // Reading was abandoned or failed: the connection may be in any state.
    release(true);
  }
}

/**
 * The text of a statement with its values inlined, for a distributed database, where a cursor with parameters does not find its
 * team's machine. The values are untyped like parameters: PostgreSQL infers their types from the context.
 */
const inlined = ({ text, values }: Sql): string =>
  text.replace(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]));

const literal = (value: unknown): string => (value == null ? 'null' : pg.escapeLiteral(written(value)));

function written(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(element).join()}}`;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const element = (value: unknown): string =>
  value == null ? 'null' : Array.isArray(value) ? written(value) : `"${written(value).replace(/["\\]/g, '\\$&')}"`;
