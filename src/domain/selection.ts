import { runOnce, type Sql, sql } from '../database/connect.ts';
import type { Scope } from '../scope.ts';
import { orderOfSlice, rangesOfSlice } from './keyset.ts';
import type { Order } from './ordering.ts';
import { type Page, type PageRequest, readPage, type Slice } from './page.ts';
import { pagesOfOwners } from './pages-of-owners.ts';

/** Rows whose ids are found by raw SQL, in any order, and which are then read by id. */
export interface Selection<Row extends { id: string }> {
  /** The table with its alias. */
  from: Sql;
  id: Sql;
  /** Begins with team_id. */
  where: Sql;
  order?: Order | undefined;
  /** Reads the rows with these ids, in any order. */
  read(ids: string[]): Promise<Row[]>;
  count?(): Promise<number>;
}

/** A page of the selection: one statement for the ids, one for the rows. Throws ValidationError. */
export function readSelection<Row extends { id: string }>(
  scope: Scope,
  request: PageRequest,
  { read, count, ...selection }: Selection<Row>,
): Promise<Page<Row>> {
  return readPage<Row>(request, {
    order: selection.order,
    find: async (_, slice) => {
      const ids = (await runOnce<{ id: string }>(scope.db, selectSlice(slice, selection))).map(({ id }) => id);
      const rows = new Map((ids.length > 0 ? await read(ids) : []).map((row) => [row.id, row]));
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    count: count ?? (async () => (await runOnce<{ count: number }>(scope.db, countSelected(selection)))[0]?.count ?? 0),
  });
}

/** The same page for each owner: `where` may use `owner.id`. Two statements for any number of owners. */
export function readSelections<Row extends { id: string }>(
  scope: Scope,
  owners: readonly string[],
  request: PageRequest,
  { read, ...selection }: Selection<Row>,
): Promise<Page<Row>[]> {
  const { field } = selection.order ?? {};
  return pagesOfOwners<Row>(scope, request, {
    owners: sql`unnest(${[...owners]}::uuid[]) with ordinality as owner(id, index)`,
    count: owners.length,
    order: selection.order,
    part: (slice) => selectSlice(slice, selection),
    placed: { id: sql`part.id`, by: field && { ...field, column: sql`part.key` } },
    all: countSelected(selection),
    read,
  });
}

/** Selects `id` and the sort value as `key` for the rows of a page, in order. */
export function selectSlice(slice: Slice, { from, where, id, order }: Omit<Selection<never>, 'read'>): Sql {
  const by = order?.field;
  const key = by ? sql`, ${by.column} as key` : sql``;
  const ordered = orderOfSlice(slice, { id, by });
  const [first, second] = rangesOfSlice(slice, { id, by }).map(
    (range) => sql`select ${id} as id${key} from ${from} where ${where} and ${range} order by ${ordered}`,
  ) as [Sql, Sql?];
  const limit = sql`limit ${slice.take} offset ${slice.skip}`;
  if (!second) return sql`${first} ${limit}`;
  const most = sql`limit ${slice.take + slice.skip}`;
  const inOrder = orderOfSlice(slice, { id: sql`united.id`, by: by && { ...by, column: sql`united.key` } });
  return sql`select * from ((${first} ${most}) union all (${second} ${most})) united order by ${inOrder} ${limit}`;
}

const countSelected = ({ from, where }: Pick<Selection<never>, 'from' | 'where'>): Sql =>
  sql`select count(*)::int as count from ${from} where ${where}`;
