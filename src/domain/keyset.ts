import { join, type Sql, sql } from '../database/connect.ts';
import type { OrderField } from './ordering.ts';
import type { Slice } from './page.ts';

type Compared = Pick<OrderField, 'column' | 'bind' | 'nullable'>;

/** The columns that sort a list: the id, and optionally one before it. */
export interface Columns {
  id: Sql;
  by?: Compared | undefined;
}

/** The expressions after "order by". */
export function orderOfSlice({ upwards }: Slice, { id, by }: Columns): Sql {
  const direction = upwards ? sql`asc` : sql`desc`;
  return by ? sql`${by.column} ${direction}${nulls(by, upwards)}, ${id} ${direction}` : sql`${id} ${direction}`;
}

/** Null counts as the smallest value. */
const nulls = ({ nullable }: Compared, upwards: boolean): Sql =>
  nullable ? (upwards ? sql` nulls first` : sql` nulls last`) : sql``;

/**
 * The conditions for the rows after the cursor, in order. Each is one range of an index. No comparison with null is true,
 * so rows with null need a range of their own.
 */
export function rangesOfSlice({ cursor, upwards }: Slice, { id, by }: Columns): [Sql, ...Sql[]] {
  if (!cursor) return [sql`true`];
  const side = upwards ? sql`>` : sql`<`;
  const lastId = sql`${cursor.at(-1)}::uuid`;
  if (!by) return [sql`${id} ${side} ${lastId}`];
  const isNull = sql`${by.column} is null`;
  if (cursor[0] === null) {
    const others = sql`${isNull} and ${id} ${side} ${lastId}`;
    return upwards ? [others, sql`${by.column} is not null`] : [others];
  }
  const others = sql`(${by.column}, ${id}) ${side} (${by.bind(cursor[0])}, ${lastId})`;
  return by.nullable && !upwards ? [others, isNull] : [others];
}

/** The rows beyond the cursor, as a single condition. */
export const beyondCursor = (slice: Slice, columns: Columns): Sql =>
  sql`(${join(
    rangesOfSlice(slice, columns).map((range) => sql`(${range})`),
    ' or ',
  )})`;
