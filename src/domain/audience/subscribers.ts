import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Prisma, Subscriber } from '../../generated/prisma/client.ts';
import { isId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { announceDeleted, announceSubscribers } from './live-subscribers.ts';
import { BLOCKED, findSuppressed } from './suppressions.ts';

export type { Subscriber };

export const SUBSCRIBER_STATUSES = ['unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained'] as const;

/** The columns of `subscribers s` as a Subscriber. */
export const SUBSCRIBER_COLUMNS = sql`s.team_id as "teamId", s.id::text, s.list_id::text as "listId",
  s.person_key::text as "personKey", s.email, s.first_name as "firstName", s.last_name as "lastName", s.timezone, s.locale,
  s.status::text as status, s.tag_ids as "tagIds", s.attributes, s.consent, s.import_id::text as "importId",
  s.subscribed_at as "subscribedAt", s.unsubscribed_at as "unsubscribedAt", s.engaged_at as "engagedAt",
  s.created_at as "createdAt", s.updated_at as "updatedAt"`;

/** The relations that Pothos asks to load with the rows. */
type Query = Pick<Prisma.SubscriberFindManyArgs, 'include'>;

/** Returns one subscriber. Throws NotFoundError. */
export async function readSubscriber(scope: Scope, id: unknown, query: Query = {}): Promise<Subscriber> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.subscriber.findUnique({ ...query, where }));
}

/** Unsubscribes a subscriber, whatever the status. A second call changes nothing. Throws NotFoundError. */
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
 * Confirms an unconfirmed subscriber. Any other status stays as it is. Throws NotFoundError, and ValidationError for an
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

/**
 * Deletes a subscriber; the person, their events and mails stay. Returns the deleted subscriber. Throws NotFoundError.
 */
export function deleteSubscriber(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const subscriber = await readSubscriber(scope, id);
    const { count } = await scope.db.subscriber.deleteMany({ where: { teamId: scope.team.id, id: subscriber.id } });
    await announceDeleted(scope, found(count > 0 ? subscriber : null));
    return subscriber;
  });
}

/** Returns the team's subscribers with these ids, in one statement. */
export function readSubscribers(scope: Scope, ids: readonly string[]): Promise<Subscriber[]> {
  return run<Subscriber>(
    scope.db,
    sql`select ${SUBSCRIBER_COLUMNS} from subscribers s
        where s.team_id = ${scope.team.id} and s.id = any(${ids.filter(isId)}::uuid[])`,
  );
}
