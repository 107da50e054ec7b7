import { run, runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { isAbsent } from '../../validation/blank.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { subscriberColumnsOf } from '../audience/subscriber-columns.ts';
import type { Subscriber } from '../audience/subscribers.ts';
import { found } from '../found.ts';
import { orderOfSlice, rangesOfSlice } from '../keyset.ts';
import { byText, byTime, nullable, orderBy, orderOf } from '../ordering.ts';
import { type Page, type PageRequest, readPage, type Slice } from '../page.ts';
import { shareCalls } from '../share-calls.ts';
import { listByPredicate, listMatching } from './matched-subscribers.ts';
import { readSegment, type Segment } from './segments.ts';
import { allOf, conditionsOf, SUBSCRIBER_FILTERS } from './subscriber-filter.ts';

export const SUBSCRIBER_ORDER_FIELDS = ['created_at', 'updated_at', 'subscribed_at', 'email'] as const;

/** Only fields with an index: no other order is fast enough on a list of a million. */
const ORDERS = {
  updated_at: byTime('updatedAt', sql`s.updated_at`),
  subscribed_at: nullable(byTime('subscribedAt', sql`s.subscribed_at`)),
  email: byText('email', sql`s.email`),
};

export const subscriberFilters = record({ ...SUBSCRIBER_FILTERS, orderBy: orderBy(SUBSCRIBER_ORDER_FIELDS) });

/** The filters and the order of a page of subscribers. */
export interface SubscriberRequest extends PageRequest {
  email?: unknown;
  status?: unknown;
  statuses?: unknown;
  tag?: unknown;
  search?: unknown;
  segmentId?: unknown;
  updatedSince?: unknown;
  source?: unknown;
  importId?: unknown;
  field?: unknown;
  fieldValue?: unknown;
  createdSince?: unknown;
  createdUntil?: unknown;
  orderBy?: unknown;
}

/**
 * A page of the subscribers of a list, newest first by default, of those that match all filters. Throws NotFoundError for the
 * list or the segment, ValidationError for a filter.
 */
export async function listSubscribers(
  scope: Scope,
  listId: unknown,
  request: SubscriberRequest,
): Promise<Page<Subscriber>> {
  const list = await readList(scope, listId);
  const segment = isAbsent(request.segmentId) ? undefined : await readSegment(scope, request.segmentId);
  if (segment) found(segment.listId === list.id || null);
  const { orderBy: asked, ...filter } = parse(subscriberFilters, request);
  const conditions = await conditionsOf(scope, filter);
  const order = orderOf(asked, ORDERS);
  if (segment) return listMatching(scope, segment, request, { conditions, order });
  const ofList = onList(scope, list.id);
  const where = allOf([ofList, ...conditions]);
  if (filter.search != null || order.field) return listByPredicate(scope, where, request, order);
  const isFiltered = conditions.length > 0;
  // With filters it is planned for their values: a rare tag needs another index than a common one.
  const ask = isFiltered ? runOnce : run;
  return readPage(request, {
    order,
    find: (_, slice) => ask<Subscriber>(scope.db, selectPage(scope.team.id, where, slice)),
    count: async () =>
      isFiltered ? (await runOnce<Counted>(scope.db, countOf(where)))[0]!.count : countList(scope, list.id),
  });
}

const onList = ({ team }: Scope, id: string): Sql => sql`s.team_id = ${team.id} and s.list_id = ${id}::uuid`;

interface Counted {
  count: number;
}

const countOf = (where: Sql): Sql => sql`select count(*)::int as count from subscribers s where ${where}`;

/** The number of a list's subscribers. Simultaneous callers share a count: for a million it takes longer than the page. */
const countList = shareCalls<string, number>(
  async (scope, ids) => {
    const [counted] = await run<Counted>(scope.db, countOf(onList(scope, ids[0] as string)));
    return ids.map(() => counted!.count);
  },
  { groupOf: (id) => id },
);

/** Selects the rows of a page in the order of creation, in one statement. */
function selectPage(teamId: number, where: Sql, slice: Slice): Sql {
  const id = sql`s.id`;
  const [range] = rangesOfSlice(slice, { id });
  return sql`select ${subscriberColumnsOf(teamId)} from subscribers s where ${where} and ${range}
             order by ${orderOfSlice(slice, { id })} limit ${slice.take} offset ${slice.skip}`;
}

/** A page of the subscribers that a segment matches, newest first by default. Throws ValidationError. */
export async function listMatchingSubscribers(
  scope: Scope,
  segment: Segment,
  request: PageRequest & { orderBy?: unknown },
): Promise<Page<Subscriber>> {
  const order = orderOf(parse(subscriberFilters, request).orderBy, ORDERS);
  return listMatching(scope, segment, request, { order });
}
