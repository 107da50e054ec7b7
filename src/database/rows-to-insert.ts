import type { Elements, ElementType } from './binary-array.ts';
import { join, raw, type Sql, sql } from './connect.ts';
import { type Columns, recordset } from './recordset.ts';

/** So many rows stand in a statement as values; of more its text would take too long to read. */
export const FEW = 100;

/**
 * What an `insert` inserts: `fixed` in each row, and then the columns of nullable rows, one row at least. Few rows stand in the
 * statement as values: a distributed database sends it to its machine as it is, where it would copy there what is selected. Names and
 * types must come from our code, never from a caller.
 */
export function rowsToInsert<Row>(fixed: Sql, rows: readonly Row[], columns: Columns<Row>): Sql {
  const names = Object.keys(columns) as (keyof Row & string)[];
  if (rows.length > FEW)
    return sql`select ${fixed}, ${raw(names.join(', '))} from ${recordset('given', rows, columns)}`;
  const valueIn = (row: Row, name: keyof Row & string) => {
    const type: ElementType = columns[name];
    return sql`${written(type, row[name] as Elements[ElementType] | null)}::${raw(type)}`;
  };
  return sql`values ${join(rows.map((row) => sql`(${fixed}, ${join(names.map((name) => valueIn(row, name)))})`))}`;
}

const written = (type: ElementType, value: Elements[ElementType] | null) =>
  type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
