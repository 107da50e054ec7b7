import { type Sql, sql } from '../../database/connect.ts';

/** A row whose number is written as a UUID that sorts the same way. */
export type Named<Row> = Omit<Row, 'id'> & { id: string };

/** The prefix digit of each table: UUIDs of different tables differ, and no other id begins like this. */
const TABLES = { touches: 1, feedback: 2, subscriber_changes: 3 } as const;
type Table = keyof typeof TABLES;

/** The UUID of a row, from its number in SQL. */
export const nameIn = (table: Table, id: Sql): Sql =>
  sql`lpad(${String(TABLES[table])}::text || lpad(to_hex(${id}), 16, '0'), 32, '0')::uuid`;

export const nameOf = (table: Table, id: bigint): string =>
  `${TABLES[table]}${id.toString(16).padStart(16, '0')}`
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The numbers of a table's rows among these ids. */
export const numbersOf = (table: Table, ids: readonly string[]): bigint[] =>
  ids
    .filter((id) => id.startsWith(`00000000-0000-000${TABLES[table]}-`))
    .map((id) => BigInt(`0x${id.slice(19).replace('-', '')}`));
