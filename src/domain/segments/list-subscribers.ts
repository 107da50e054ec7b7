import { sql } from '../../database/connect.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { normaliseEmail } from '../../validation/email.ts';
import { oneOf, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { SUBSCRIBER_STATUSES, type Subscriber } from '../audience/subscribers.ts';
import { slugOf } from '../audience/tags.ts';
import { found } from '../found.ts';
import { byText, byTime, nullable, orderBy, orderOf } from '../ordering.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { listByPredicate, listMatching } from './matched-subscribers.ts';
import { readSegment, type Segment } from './segments.ts';

export const SUBSCRIBER_ORDER_FIELDS = ['created_at', 'subscribed_at', 'email'] as const;

/** Only fields with an index: no other order is fast enough on a list of a million. */
const ORDERS = {
  subscribed_at: nullable(byTime('subscribedAt', sql`s.subscribed_at`)),
  email: byText('email', sql`s.email`),
};

/** The relations that Pothos asks to load with the rows. */
type Query = Pick<Prisma.SubscriberFindManyArgs, 'include'>;

const filters = record({
  email: text(320).nullish(),
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  tag: text(100).nullish(),
  search: text(255).nullish(),
  orderBy: orderBy(SUBSCRIBER_ORDER_FIELDS),
});

/** The filters and the order of a page of subscribers. */
export interface SubscriberRequest extends PageRequest {
  email?: unknown;
  status?: unknown;
  tag?: unknown;
  search?: unknown;
  segmentId?: unknown;
  orderBy?: unknown;
}

/**
 * A page of the subscribers of a list, newest first by default, filtered by address, status, tag, words or segment.
 * Throws NotFoundError for the list or the segment, ValidationError for a filter.
 */
export async function listSubscribers(
  scope: Scope,
  listId: unknown,
  request: SubscriberRequest,
  query: Query = {},
): Promise<Page<Subscriber>> {
  const list = await readList(scope, listId);
  const segment = request.segmentId == null ? undefined : await readSegment(scope, request.segmentId);
  if (segment) found(segment.listId === list.id || null);
  const { email, status, tag, search, ...asked } = parse(filters, request);
  const person = email == null ? undefined : personKey(scope.team.id, normaliseEmail(email) ?? '');
  const tagged = tag == null ? undefined : await tagId(scope, tag);
  const order = orderOf(asked.orderBy, ORDERS);
  const narrowed = { personKey: person, status, tagId: tagged, search, order };
  if (segment) return listMatching(scope, segment, request, query, narrowed);
  if (search != null || order.field) {
    const ofList = sql`s.team_id = ${scope.team.id} and s.list_id = ${list.id}::uuid`;
    return listByPredicate(scope, ofList, request, query, narrowed);
  }
  const where: Prisma.SubscriberWhereInput = {
    teamId: scope.team.id,
    listId: list.id,
    ...(person !== undefined && { personKey: person }),
    ...(status != null && { status }),
    ...(tagged !== undefined && { tagIds: { has: tagged } }),
  };
  return readPage(request, {
    order,
    find: (args) => scope.db.subscriber.findMany({ ...query, ...args, where: { AND: [where, args.where] } }),
    count: () => scope.db.subscriber.count({ where }),
  });
}

/** A page of the subscribers that a segment matches, newest first by default. Throws ValidationError. */
export async function listMatchingSubscribers(
  scope: Scope,
  segment: Segment,
  request: PageRequest & { orderBy?: unknown },
  query: Query = {},
): Promise<Page<Subscriber>> {
  const order = orderOf(parse(filters, request).orderBy, ORDERS);
  return listMatching(scope, segment, request, query, { order });
}

const NO_TAG = -1;

async function tagId(scope: Scope, name: string): Promise<number> {
  const where = { teamId_slug: { teamId: scope.team.id, slug: slugOf(name) } };
  return (await scope.db.tag.findUnique({ where }))?.id ?? NO_TAG;
}
