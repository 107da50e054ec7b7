import { run, sql } from '../../database/connect.ts';
import type { SubscriberStatus } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { type Entry, insertNotifications, isWanted, writeNotifications } from './notify-webhooks.ts';

const kindOf = (what: string): string => `subscriber.${what}`;

const SUBSCRIBED = kindOf('subscribed');
const UPDATED = kindOf('updated');
const OF_CHANGES = ['subscribed', 'updated', 'confirmed', 'unsubscribed', 'bounced', 'complained'].map(kindOf);

/** A subscriber before or after a change, as webhooks see it. */
export interface NotifiedState {
  id: string;
  person: string;
  list: string;
  status: SubscriberStatus;
  tags: readonly number[];
  /** A digest of its other shown fields. */
  shown: string;
}

const entryOf = ({ id, person, list }: Pick<NotifiedState, 'id' | 'person' | 'list'>): Entry => ({ id, person, list });

/**
 * For distributed tables: does the work of the trigger `tell_of_new_subscribers` of migration 0116. Call it in the
 * transaction that added them.
 */
export async function notifyOfNewSubscribers(scope: Scope, ids: readonly string[]): Promise<void> {
  const { db, team } = scope;
  if (!(await isWanted(scope, [SUBSCRIBED]))) return;
  await run(
    db,
    insertNotifications(
      team.id,
      sql`select ${SUBSCRIBED}::text as kind, jsonb_build_object('id', s.id, 'person', s.person_key, 'list', s.list_id) as entry,
                 s.list_id as list, null::text as name
          from subscribers s where s.team_id = ${team.id}::int and s.id = any(${[...ids]}::uuid[]) and s.status = 'subscribed'`,
    ),
  );
}

/**
 * For distributed tables: does the work of the trigger `tell_of_changed_subscribers` of migration 0116. `known`: the tags
 * that still exist.
 */
export async function notifyOfChanges(
  scope: Scope,
  changes: readonly { was: NotifiedState; is: NotifiedState }[],
  known: ReadonlySet<number>,
): Promise<void> {
  const entries = changes.flatMap((change) =>
    kindsOf(change, known).map((kind) => ({ kind, entry: entryOf(change.is) })),
  );
  if (entries.length > 0 && (await isWanted(scope, OF_CHANGES))) await writeNotifications(scope, entries);
}

function kindsOf({ was, is }: { was: NotifiedState; is: NotifiedState }, known: ReadonlySet<number>): string[] {
  const isUpdated =
    was.shown !== is.shown ||
    is.tags.some((tag) => !was.tags.includes(tag)) ||
    was.tags.some((tag) => !is.tags.includes(tag) && known.has(tag));
  return [
    ...(was.status !== is.status && is.status !== 'unconfirmed' ? [`subscriber.${is.status}`] : []),
    ...(was.status === 'unconfirmed' && is.status === 'subscribed' ? ['subscriber.confirmed'] : []),
    ...(isUpdated ? [UPDATED] : []),
  ];
}

/** For distributed tables: notifies of subscribers whose subscriptions ended together. `ended`: with their new status. */
export const notifyOfEnds = (scope: Scope, ended: readonly Omit<NotifiedState, 'tags' | 'shown'>[]): Promise<void> =>
  writeNotifications(
    scope,
    ended.map((one) => ({ kind: `subscriber.${one.status}`, entry: entryOf(one) })),
  );

/** For distributed tables: notifies of subscribers after one of their attributes was set. */
export const notifyOfUpdates = (
  scope: Scope,
  updated: readonly Pick<NotifiedState, 'id' | 'person' | 'list'>[],
): Promise<void> =>
  writeNotifications(
    scope,
    updated.map((one) => ({ kind: UPDATED, entry: entryOf(one) })),
  );
