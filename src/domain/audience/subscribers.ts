import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Subscriber } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { signalLeft } from '../signals/people-who-left.ts';
import { changeMatching, lockSubscribers } from './change-subscribers.ts';
import { announceDeleted, announceSubscribers } from './live-subscribers.ts';
import { notifyOfDeletions } from './notify-of-deletions.ts';
import { subscriberColumnsOf, subscribersById } from './subscriber-columns.ts';
import { BLOCKED, findSuppressed } from './suppressions.ts';

export type { Subscriber };

export const SUBSCRIBER_STATUSES = ['unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained'] as const;

/** Returns one subscriber. Throws NotFoundError. */
export async function readSubscriber(scope: Scope, id: unknown): Promise<Subscriber> {
  const [subscriber] = await readSubscribers(scope, [idOf(id)]);
  return found(subscriber);
}

/** Unsubscribes a subscriber in any status. Safe to repeat. Throws NotFoundError. */
export function unsubscribe(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const [unsubscribed] = await changeMatching(scope, sql`s.id = ${idOf(id)}::uuid`, { status: 'unsubscribed' });
    await announceSubscribers(scope, [found(unsubscribed)]);
    return readSubscriber(scope, found(unsubscribed));
  });
}

/**
 * Confirms an unconfirmed subscriber. Any other status stays. Throws NotFoundError, and ValidationError for a suppressed
 * address.
 */
export function confirm(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const { status, email } = await readSubscriber(scope, id);
    if (status === 'unconfirmed' && (await findSuppressed(scope, [email])).size > 0) {
      throw new ValidationError([{ path: ['email'], problem: BLOCKED }]);
    }
    const unconfirmed = sql`s.id = ${idOf(id)}::uuid and s.status = 'unconfirmed'`;
    const confirmed = await changeMatching(scope, unconfirmed, { status: 'subscribed', joins: true });
    await announceSubscribers(scope, confirmed);
    return readSubscriber(scope, id);
  });
}

/** Deletes a subscriber; the person, their events and mails stay. Returns the deleted subscriber. Throws NotFoundError. */
export function deleteSubscriber(scope: Scope, id: unknown): Promise<Subscriber> {
  return transaction(scope, async (scope) => {
    const subscriber = await readSubscriber(scope, id);
    await notifyOfDeletions(scope, sql`s.id = ${subscriber.id}::uuid`);
    const { count } = await scope.db.subscriber.deleteMany({ where: { teamId: scope.team.id, id: subscriber.id } });
    await announceDeleted(scope, found(count > 0 ? subscriber : null));
    await signalLeft(scope, [subscriber.personKey]);
    return subscriber;
  });
}

/** Deletes many subscribers in the caller's transaction: a few statements, however many. Returns their ids. */
export async function deleteMany(scope: Scope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const these = sql`s.id = any(${[...ids]}::uuid[])`;
  await lockSubscribers(scope, these);
  await notifyOfDeletions(scope, these);
  const rows = await readSubscribers(scope, ids);
  await scope.db.subscriber.deleteMany({ where: { teamId: scope.team.id, id: { in: rows.map(({ id }) => id) } } });
  for (const row of rows) await announceDeleted(scope, row);
  await signalLeft(
    scope,
    rows.map(({ personKey }) => personKey),
  );
  return rows.map(({ id }) => id);
}

/** Returns the team's subscribers with these ids, in no particular order, in one statement. */
export function readSubscribers(scope: Scope, ids: readonly string[]): Promise<Subscriber[]> {
  return run<Subscriber>(scope.db, subscribersById(scope.team.id, ids));
}

/** Returns the subscription of a person to a list. Throws NotFoundError. */
export async function readSubscriberOf(scope: Scope, listId: string, personKey: string): Promise<Subscriber> {
  const [subscriber] = await run<Subscriber>(
    scope.db,
    sql`select ${subscriberColumnsOf(scope.team.id)} from subscribers s
        where s.team_id = ${scope.team.id} and s.list_id = ${listId}::uuid and s.person_key = ${personKey}::uuid`,
  );
  return found(subscriber);
}
