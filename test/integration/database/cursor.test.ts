import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, connect, sql } from '../../../src/database/connect.ts';
import { readInBatches } from '../../../src/database/cursor.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let connection: Connection;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  connection = connect(database.url, 3);
});
afterEach(async () => {
  vi.useRealTimers();
  await connection.close();
  await database.drop();
});

const read = () => readInBatches<{ n: number }>(connection.db, sql`select generate_series(1, 5) as n`, 2);

test('a reader that stops for a minute loses the connection, and others may read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // the clock alone: a minute is too long
  const still = read();
  expect(await still.next()).toEqual({ done: false, value: [{ n: 1 }, { n: 2 }] });
  vi.advanceTimersByTime(59_000);
  expect(connection.pool.totalCount).toBe(1);
  await expect(read().next()).rejects.toThrow('Too many');
  vi.advanceTimersByTime(1_000);
  expect(connection.pool.totalCount).toBe(0);
  await expect(still.next()).rejects.toThrow('the reader paused for too long');

  const rows: number[] = [];
  for await (const batch of read()) rows.push(...batch.map(({ n }) => n));
  expect(rows).toEqual([1, 2, 3, 4, 5]);
});
