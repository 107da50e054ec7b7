import { run, type Sql, sql } from '../../../database/connect.ts';
import { personKey } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { keyset } from '../../keyset.ts';
import { type Find, type Page, type PageRequest, readPages } from '../../page.ts';

/** What people have many of, by person. */
export interface OfPeople<Row extends { id: string }, Shown extends object = Row> {
  /** The time that orders it before the id does. */
  by?: keyof Shown & string;
  usual?: number;
  max?: number;
  /**
   * Selects `id` and, when ordered by a time, `at` of all that the row `owner` has, which is a person's `email` and `key`;
   * with `find`, no more than a page can need may be selected.
   */
  select(find?: Find): Sql;
  /** The rows of these ids, in a number of statements that does not depend on how many they are. */
  read(ids: string[]): Promise<Row[]>;
  show?(row: Row, email: string): Shown;
}

/** The same part of what each of these people has, in their order: a few statements, however many people. */
export function pagesOfPeople<Row extends { id: string }, Shown extends object = Row>(
  scope: Scope,
  emails: readonly string[],
  request: PageRequest,
  { by, usual, max, select, read, show }: OfPeople<Row, Shown>,
): Promise<Page<Shown>[]> {
  const keys = emails.map((email) => personKey(scope.team.id, email));
  const owners = sql`unnest(${[...emails]}::text[], ${keys}::uuid[]) with ordinality as owner(email, key, index)`;
  return readPages<Shown>(request, {
    ...{ by, usual, max },
    find: async (find) => {
      const places = await readIds(scope, owners, find, select(find), by);
      const rows = new Map((await read([...new Set(places.map(({ id }) => id))])).map((row) => [row.id, row]));
      const lists = emails.map((): Shown[] => []);
      for (const { index, id } of places) {
        const row = rows.get(id); // absent when it was deleted between the two statements
        if (row) lists[index]?.push(show ? show(row, emails[index] as string) : (row as unknown as Shown));
      }
      return lists;
    },
    count: async () => {
      const rows = await run<{ count: number }>(
        scope.db,
        sql`select (select count(*)::int from (${select()}) mine) as count from ${owners} order by owner.index`,
      );
      return rows.map(({ count }) => count);
    },
  });
}

function readIds(scope: Scope, owners: Sql, find: Find, mine: Sql, by: string | undefined) {
  const inside = keyset(find, { id: sql`mine.id`, ...(by && { time: sql`mine.at`, by }) });
  const outside = keyset(find, { id: sql`part.id`, ...(by && { time: sql`part.at`, by }) });
  return run<{ index: number; id: string }>(
    scope.db,
    sql`select owner.index::int - 1 as index, part.id::text as id
        from ${owners}, lateral (
          select * from (${mine}) mine where ${inside.beyond}
          order by ${inside.order} limit ${find.take} offset ${find.skip}) part
        order by owner.index, ${outside.order}`,
  );
}
