import { run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { isAbsent } from '../../validation/blank.ts';
import { addressFilter } from '../../validation/email.ts';
import { oneOf, record, text } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { subscriberColumnsOf } from '../audience/subscriber-columns.ts';
import { SUBSCRIBER_STATUSES, type Subscriber } from '../audience/subscribers.ts';
import { slugOf } from '../audience/tags.ts';
import { found } from '../found.ts';
import { orderOfSlice, rangesOfSlice } from '../keyset.ts';
import { byText, byTime, nullable, orderBy, orderOf } from '../ordering.ts';
import { type Page, type PageRequest, readPage, type Slice } from '../page.ts';
import { shareCalls } from '../share-calls.ts';
import { listByPredicate, listMatching, narrowing } from './matched-subscribers.ts';
import { readSegment, type Segment } from './segments.ts';

export const SUBSCRIBER_ORDER_FIELDS = ['created_at', 'updated_at', 'subscribed_at', 'email'] as const;

/** Only fields with an index: no other order is fast enough on a list of a million. */
const ORDERS = {
  updated_at: byTime('updatedAt', sql`s.updated_at`),
  subscribed_at: nullable(byTime('subscribedAt', sql`s.subscribed_at`)),
  email: byText('email', sql`s.email`),
};

export const subscriberFilters = record({
  email: addressFilter().nullish(),
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  tag: text(100).nullish(),
  search: text(255).nullish(),
  updatedSince: dateTime().nullish(),
  orderBy: orderBy(SUBSCRIBER_ORDER_FIELDS),
});

/** The filters and the order of a page of subscribers. */
export interface SubscriberRequest extends PageRequest {
  email?: unknown;
  status?: unknown;
  tag?: unknown;
  search?: unknown;
  segmentId?: unknown;
  updatedSince?: unknown;
  orderBy?: unknown;
}

/**
 * A page of the subscribers of a list, newest first by default, filtered by address, status, tag, words, segment or time of the last change. Throws
 * NotFoundError for the list or the segment, ValidationError for a filter.
 */
export async function listSubscribers(
  scope: Scope,
  listId: unknown,
  request: SubscriberRequest,
): Promise<Page<Subscriber>> {
  const list = await readList(scope, listId);
  const segment = isAbsent(request.segmentId) ? undefined : await readSegment(scope, request.segmentId);
  if (segment) found(segment.listId === list.id || null);
  const { email, status, tag, search, updatedSince, ...asked } = parse(subscriberFilters, request);
  const person = email == null ? undefined : personKey(scope.team.id, email);
  const tagged = tag == null ? undefined : await tagId(scope, tag);
  const order = orderOf(asked.orderBy, ORDERS);
  const filter = { personKey: person, status, tagId: tagged, search, updatedSince };
  if (segment) return listMatching(scope, segment, request, { ...filter, order });
  const ofList = onList(scope, list.id);
  if (search != null || order.field) return listByPredicate(scope, ofList, request, { ...filter, order });
  const isFiltered = [person, status, tagged, updatedSince].some((value) => value != null);
  // With filters it is planned for their values: a rare tag needs another index than a common one.
  const ask = isFiltered ? runOnce : run;
  const where = isFiltered ? sql`${ofList} ${narrowing(filter)}` : ofList;
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

const NO_TAG = -1;

async function tagId(scope: Scope, name: string): Promise<number> {
  const where = { teamId_slug: { teamId: scope.team.id, slug: slugOf(name) } };
  return (await scope.db.tag.findUnique({ where }))?.id ?? NO_TAG;
}
