import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Prisma, Subscriber } from '../../generated/prisma/client.ts';
import { isId } from '../../ids.ts';
import { normaliseEmail } from '../../rules/email.ts';
import { parse } from '../../rules/parse.ts';
import { oneOf, record, text } from '../../rules/text.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { readList } from './lists.ts';
import { listFitting, listMatching } from './segments/matched-subscribers.ts';
import { readSegment } from './segments/segments.ts';
import { announceDeleted, announceSubscribers } from './subscriber-feed.ts';
import { BLOCKED, findSuppressed } from './suppressions.ts';
import { slugOf } from './tags.ts';

export type { Subscriber };

export const SUBSCRIBER_STATUSES = ['unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained'] as const;

/** What Pothos wants loaded with the rows. */
type Query = Pick<Prisma.SubscriberFindManyArgs, 'include'>;

const filters = record({
  email: text(320).nullish(),
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  tag: text(100).nullish(),
  search: text(255).nullish(),
});

/** One subscriber. Throws NotFoundError. */
export async function readSubscriber(scope: Scope, id: unknown, query: Query = {}): Promise<Subscriber> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.subscriber.findUnique({ ...query, where }));
}

/**
 * A page of the subscribers of a list, newest first, by address, status, tag, words or segment.
 * Throws NotFoundError for the list or the segment, ValidationError for a filter.
 */
export async function listSubscribers(
  scope: Scope,
  listId: unknown,
  request: PageRequest & { email?: unknown; status?: unknown; tag?: unknown; search?: unknown; segment?: unknown },
  query: Query = {},
): Promise<Page<Subscriber>> {
  const list = await readList(scope, listId);
  const segment = request.segment == null ? undefined : await readSegment(scope, request.segment);
  if (segment) found(segment.listId === list.id || null);
  const { email: address, status, tag, search } = parse(filters, request);
  const email = address == null ? undefined : (normaliseEmail(address) ?? '');
  const tagged = tag == null ? undefined : await tagId(scope, tag);
  const narrowed = { email, status, tagId: tagged, search };
  if (segment) return listMatching(scope, segment, request, query, narrowed);
  if (search != null) {
    const ofList = sql`s.team_id = ${scope.team.id} and s.list_id = ${list.id}::uuid`;
    return listFitting(scope, ofList, request, query, narrowed);
  }
  const where: Prisma.SubscriberWhereInput = {
    teamId: scope.team.id,
    listId: list.id,
    ...(email !== undefined && { email }),
    ...(status != null && { status }),
    ...(tagged !== undefined && { tagIds: { has: tagged } }),
  };
  return readPage(request, {
    find: (args) => scope.db.subscriber.findMany({ ...query, ...args, where: { AND: [where, args.where] } }),
    count: () => scope.db.subscriber.count({ where }),
  });
}

/** Ends a subscription, whatever its state; a second call changes nothing. Throws NotFoundError. */
export function unsubscribe(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const [row] = await run<{ id: string }>(
      scope.db,
      sql`update subscribers
          set status = 'unsubscribed', updated_at = now(),
              unsubscribed_at = case when status = 'unsubscribed' then coalesce(unsubscribed_at, now()) else now() end
          where team_id = ${scope.team.id} and id = ${idOf(id)}::uuid
          returning id::text`,
    );
    await announceSubscribers(scope, [found(row).id]);
    return readSubscriber(scope, found(row).id);
  });
}

/**
 * Makes who is unconfirmed subscribed; any other state stays as it is. Throws NotFoundError, and ValidationError for an
 * address that is suppressed.
 */
export function confirm(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const { status, email } = await readSubscriber(scope, id);
    if (status === 'unconfirmed' && (await findSuppressed(scope, [email])).size > 0) {
      throw new ValidationError([{ path: ['email'], problem: BLOCKED }]);
    }
    const confirmed = await run<{ id: string }>(
      scope.db,
      sql`update subscribers
          set status = 'subscribed', subscribed_at = now(), unsubscribed_at = null, updated_at = now()
          where team_id = ${scope.team.id} and id = ${idOf(id)}::uuid and status = 'unconfirmed'
          returning id::text`,
    );
    await announceSubscribers(
      scope,
      confirmed.map((row) => row.id),
    );
    return readSubscriber(scope, id);
  });
}

/** Removes a person from the list as if never there; the person, events and mails stay. Throws NotFoundError. */
export function deleteSubscriber(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const subscriber = await readSubscriber(scope, id);
    const { count } = await scope.db.subscriber.deleteMany({ where: { teamId: scope.team.id, id: subscriber.id } });
    await announceDeleted(scope, found(count > 0 ? subscriber : null));
    return subscriber;
  });
}

const NO_TAG = -1;

async function tagId(scope: Scope, name: string): Promise<number> {
  const where = { teamId_slug: { teamId: scope.team.id, slug: slugOf(name) } };
  return (await scope.db.tag.findUnique({ where }))?.id ?? NO_TAG;
}

/** The subscribers of these ids that the team has, in one statement. */
export function readSubscribers(scope: Scope, ids: readonly string[]): Promise<Subscriber[]> {
  return scope.db.subscriber.findMany({ where: { teamId: scope.team.id, id: { in: ids.filter(isId) } } });
}
