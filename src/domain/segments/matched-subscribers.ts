import { empty, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { matchesSearch } from '../audience/search.ts';
import { readSubscribers, type Subscriber } from '../audience/subscribers.ts';
import type { Order } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelection } from '../selection.ts';
import { compile } from './compile.ts';
import { countAll, matching } from './counting.ts';
import { readSegmentContext } from './read-context.ts';
import type { Segment } from './segments.ts';

/** Further filters of a page of subscribers, and its order. */
interface Narrowed {
  personKey?: string | undefined;
  status?: string | null | undefined;
  tagId?: number | undefined;
  search?: string | null | undefined;
  updatedSince?: Date | null | undefined;
  order?: Order | undefined;
}

/** A page of the subscribers that a segment matches, newest first by default. */
export async function listMatching(
  scope: Scope,
  { listId, conditions }: Segment,
  request: PageRequest,
  narrowed: Narrowed = {},
): Promise<Page<Subscriber>> {
  const context = await readSegmentContext(scope, [listId], [conditions]);
  return listByPredicate(scope, matching(scope, listId, compile(conditions, context)), request, narrowed);
}

/** A page of the subscribers for which a predicate over `s` is true, newest first by default. */
export function listByPredicate(
  scope: Scope,
  holds: Sql,
  request: PageRequest,
  { order, ...filters }: Narrowed,
): Promise<Page<Subscriber>> {
  const where = sql`${holds} ${narrowing(filters)}`;
  return readSelection(scope, request, {
    from: sql`subscribers s`,
    id: sql`s.id`,
    where,
    order,
    read: (ids) => readSubscribers(scope, ids),
    count: async () => (await countAll(scope, [where]))[0] as number,
  });
}

/** Further conditions on `s`, each with `and` before it. */
export const narrowing = ({ personKey, status, tagId, search, updatedSince }: Omit<Narrowed, 'order'>): Sql => sql`
  ${personKey === undefined ? empty : sql`and s.person_key = ${personKey}::uuid`}
  ${status == null ? empty : sql`and s.status = ${status}::"SubscriberStatus"`}
  ${tagId === undefined ? empty : sql`and s.tag_ids @> ${[tagId]}::int[]`}
  ${updatedSince == null ? empty : sql`and s.updated_at >= ${updatedSince}`}
  ${search == null ? empty : sql`and ${matchesSearch(search)}`}`;
