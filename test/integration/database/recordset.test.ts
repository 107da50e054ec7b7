import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect, type Database, inTransaction, run, sql } from '../../../src/database/connect.ts';
import { recordset } from '../../../src/database/recordset.ts';
import { newId } from '../../../src/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  connection = connect(database.url, 2);
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

const COLUMNS = { id: 'uuid', name: 'text', amount: 'bigint', at: 'timestamptz', data: 'jsonb' } as const;

const row = (values: object = {}) => ({
  id: newId(),
  name: null as string | null,
  amount: null as number | null,
  at: null as Date | null,
  data: null as object | null,
  ...values,
});

const MAX = Number.MAX_SAFE_INTEGER;
const ROWS = [
  row(),
  row({ name: '', amount: 0, at: new Date(0), data: {} }),
  row({
    name: `it's "so", {\\} NULL`,
    amount: -1,
    at: new Date('1999-12-31T23:59:59.999Z'),
    data: { a: [1, null, 'x'] },
  }),
  row({ name: 'Zürich 日本 🎉'.repeat(500), amount: MAX, at: new Date('9999-12-31T23:59:59.999Z') }),
  row({ name: 'null', amount: -MAX, at: new Date('1900-02-28T00:00:00.001Z'), data: { 'é"\n': '🎉' } }),
];

/** As text, so that PostgreSQL shows its own values and the same rules do not read them back. */
async function readBack(db: Database, rows: typeof ROWS) {
  const read = await run<{ id: string; name: string; amount: string; at: string; data: object }>(
    db,
    sql`select id, name, amount::text as amount, data, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from ${recordset('given', rows, COLUMNS)}`,
  );
  return read.map(({ amount, at, ...rest }) => ({ ...rest, amount: amount && Number(amount), at: at && new Date(at) }));
}

test('rows arrive in PostgreSQL unchanged, in order, none or many', async () => {
  expect(await readBack(connection.db, ROWS)).toEqual(ROWS);
  expect(await readBack(connection.db, [])).toEqual([]);
});

test('rows also arrive unchanged in a transaction', async () => {
  expect(await inTransaction(connection.db, (db) => readBack(db, ROWS))).toEqual(ROWS);
});
