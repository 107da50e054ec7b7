import { type Sql, sql } from '../database/connect.ts';

/**
 * The condition that a column has one of these values of an enumeration. A single one is compared with `=`, so an index
 * that begins with the column keeps the order of the rows.
 */
export const isAnyOf = (column: Sql, values: readonly string[], type: Sql): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}::${type}` : sql`${column} = any(${[...values]}::${type}[])`;
