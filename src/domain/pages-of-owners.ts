import { run, type Sql, sql } from '../database/connect.ts';
import type { Scope } from '../scope.ts';
import { type Columns, orderOfSlice } from './keyset.ts';
import type { Order } from './ordering.ts';
import { type Page, type PageRequest, readPages, type Slice } from './page.ts';

/** Rows that belong to owners: the campaigns of lists, the mails of people. */
export interface OfOwners<Row extends { id: string }, Shown extends object = Row> {
  /** The table expression for `owner`: one row for each owner, with `index` from 1. */
  owners: Sql;
  /** How many owners there are. */
  count: number;
  /** The time by which rows are sorted before the id. */
  by?: (keyof Shown & string) | undefined;
  order?: Order | undefined;
  usual?: number | undefined;
  max?: number | undefined;
  /** Selects `id` and the sort column for a page of the rows of `owner`. */
  part(slice: Slice): Sql;
  /** The columns of `part` that sort it. */
  placed: Columns;
  /** Selects how many rows `owner` has. */
  all: Sql;
  /** Reads the rows with these ids in a constant number of statements. */
  read(ids: string[]): Promise<Row[]>;
  /** Converts a row for the owner at `index`. */
  show?: ((row: Row, index: number) => Shown) | undefined;
}

/** The same page for each owner, in the order of the owners. A few statements for any number of owners. */
export function pagesOfOwners<Row extends { id: string }, Shown extends object = Row>(
  scope: Scope,
  request: PageRequest,
  { owners, count, by, order, usual, max, part, placed, all, read, show }: OfOwners<Row, Shown>,
): Promise<Page<Shown>[]> {
  return readPages<Shown>(request, {
    by,
    order,
    ...(usual && { usual }),
    ...(max && { max }),
    find: async (_, slice) => {
      const places = await run<{ index: number; id: string }>(
        scope.db,
        sql`select owner.index::int - 1 as index, part.id::text as id
            from ${owners}, lateral (${part(slice)}) part
            order by owner.index, ${orderOfSlice(slice, placed)}`,
      );
      const rows = new Map((await read([...new Set(places.map(({ id }) => id))])).map((row) => [row.id, row]));
      const lists = Array.from({ length: count }, (): Shown[] => []);
      for (const { index, id } of places) {
        const row = rows.get(id); // absent if it was deleted between the two statements
        if (row) lists[index]?.push(show ? show(row, index) : (row as unknown as Shown));
      }
      return lists;
    },
    count: async () => {
      const rows = await run<{ count: number }>(
        scope.db,
        sql`select (${all}) as count from ${owners} order by owner.index`,
      );
      return rows.map(({ count }) => count);
    },
  });
}
