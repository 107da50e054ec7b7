import type { Elements, ElementType } from './binary-array.ts';
import { join, raw, type Sql, sql } from './connect.ts';
import { type Columns, recordset } from './recordset.ts';

/** The most rows that a statement contains as values; a longer text would take too long to parse. */
export const FEW = 100;

/**
 * The source of an `insert`: `fixed` in each row, then the columns of at least one nullable row. Few rows become values: a
 * distributed database forwards the statement to its machine, but would copy selected rows. Names and types must come from our
 * code, never from a caller.
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
