import { type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { readSubscribers, type Subscriber } from '../audience/subscribers.ts';
import type { Order } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelection } from '../selection.ts';
import { compile } from './compile.ts';
import { countAll, matching } from './counting.ts';
import { readSegmentContext } from './read-context.ts';
import type { Segment } from './segments.ts';
import { allOf } from './subscriber-filter.ts';

/** Further conditions on a page of subscribers, and its order. */
interface Narrowed {
  conditions?: readonly Sql[];
  order?: Order | undefined;
}

/** A page of the subscribers that a segment matches, newest first by default. */
export async function listMatching(
  scope: Scope,
  { listId, conditions }: Segment,
  request: PageRequest,
  { conditions: further = [], order }: Narrowed = {},
): Promise<Page<Subscriber>> {
  const context = await readSegmentContext(scope, [listId], [conditions]);
  const matches = matching(scope, listId, compile(conditions, context));
  return listByPredicate(scope, allOf([matches, ...further]), request, order);
}

/** A page of the subscribers for which a predicate over `s` is true, newest first by default. */
export const listByPredicate = (
  scope: Scope,
  where: Sql,
  request: PageRequest,
  order?: Order | undefined,
): Promise<Page<Subscriber>> =>
  readSelection(scope, request, {
    from: sql`subscribers s`,
    id: sql`s.id`,
    where,
    order,
    read: (ids) => readSubscribers(scope, ids),
    count: async () => (await countAll(scope, [where]))[0] as number,
  });
