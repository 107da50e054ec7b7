import type { Sql } from '../database/connect.ts';
import { sql } from '../database/connect.ts';
import type { Find } from './page.ts';

type Step = Record<string, unknown> & { id?: { lt?: string; gt?: string } };

/**
 * The same for a statement of our own. `beyond` is the condition that a page begins after its cursor, `order` goes
 * after "order by"; both over the columns that stand for the id and, when the list is ordered by a time, for the time.
 */
export function keyset(find: Find, columns: { id: Sql; time?: Sql; by?: string }): { beyond: Sql; order: Sql } {
  const { id, time, by } = columns;
  const { OR, ...single } = find.where as { OR?: Step[] } & Step;
  // The last alternative names every key, the id among them.
  const cursor = OR?.at(-1) ?? single;
  const upwards = find.orderBy.some((order) => 'id' in order && order.id === 'asc');
  const direction = upwards ? sql`asc` : sql`desc`;
  const order = time ? sql`${time} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`;
  const from = cursor.id?.gt ?? cursor.id?.lt;
  if (from === undefined) return { beyond: sql`true`, order };
  const side = upwards ? sql`>` : sql`<`;
  const beyond =
    time && by
      ? sql`(${time}, ${id}) ${side} (${cursor[by]}::timestamptz, ${from}::uuid)`
      : sql`${id} ${side} ${from}::uuid`;
  return { beyond, order };
}
