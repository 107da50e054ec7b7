import { type Sql, sql } from '../../../database/connect.ts';
import { personKey } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { beyondCursor, orderOfSlice } from '../../keyset.ts';
import { byTime } from '../../ordering.ts';
import type { Page, PageRequest, Slice } from '../../page.ts';
import { pagesOfOwners } from '../../pages-of-owners.ts';

/** A kind of rows, many for each person. */
export interface OfPeople<Row extends { id: string }, Shown extends object = Row> {
  /** The time that orders the rows before the id does. */
  by?: keyof Shown & string;
  usual?: number;
  max?: number;
  /**
   * Selects `id` and, if ordered by a time, `at` of all rows of `owner`, which is a person's `email` and `key`. With
   * `slice`, it may select only the rows that the page needs.
   */
  select(slice?: Slice): Sql;
  /** Returns the rows with these ids, in a fixed number of statements. */
  read(ids: string[]): Promise<Row[]>;
  show?(row: Row, email: string): Shown;
}

/** Reads the same page of each person's rows, in the order of the people. A few statements for any number of people. */
export function pagesOfPeople<Row extends { id: string }, Shown extends object = Row>(
  scope: Scope,
  emails: readonly string[],
  request: PageRequest,
  { by, usual, max, select, read, show }: OfPeople<Row, Shown>,
): Promise<Page<Shown>[]> {
  const keys = emails.map((email) => personKey(scope.team.id, email));
  const inside = { id: sql`mine.id`, by: by && byTime(by, sql`mine.at`) };
  return pagesOfOwners<Row, Shown>(scope, request, {
    // The planner must not know how many there are, or it plans for all months of events each time.
    owners: sql`unnest((select ${[...emails]}::text[]), (select ${keys}::uuid[])) with ordinality as owner(email, key, index)`,
    count: emails.length,
    by,
    usual,
    max,
    read,
    part: (slice) =>
      sql`select * from (${select(slice)}) mine where ${beyondCursor(slice, inside)}
          order by ${orderOfSlice(slice, inside)} limit ${slice.take} offset ${slice.skip}`,
    placed: { id: sql`part.id`, by: by && byTime(by, sql`part.at`) },
    all: sql`select count(*)::int from (${select()}) mine`,
    show: show && ((row, index) => show(row, emails[index] as string)),
  });
}
