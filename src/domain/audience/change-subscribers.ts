import { run, type Sql, sql } from '../../database/connect.ts';
import type { FeedbackProvider, Subscriber, SubscriberStatus } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import type { JsonObject } from '../../validation/json.ts';
import { subscriberColumns } from './subscriber-columns.ts';

/** What changes of a subscriber; absent parts stay. `change_subscribers` reads it. */
export interface SubscriberWrite {
  id: string;
  status?: SubscriberStatus;
  /** Whether the person joins the list now, for the first time or again. */
  joins?: boolean;
  /** When they joined or left elsewhere. Null: now. */
  subscribed_at?: string | null;
  unsubscribed_at?: string | null;
  consent?: string | null;
  fields?: { first_name?: string | null; last_name?: string | null; timezone?: string | null; locale?: string | null };
  /** Tags to add, and to remove. */
  added?: readonly number[];
  removed?: readonly number[];
  attributes?: JsonObject;
  /** The keys of attributes to remove. */
  without?: readonly string[];
  /** Whether all former attributes are removed. */
  cleared?: boolean;
}

/** Subscribers written by one statement. */
const AT_ONCE = 1_000;

/**
 * Changes subscribers that the caller's transaction has locked. Records the changes (docs/adr/0034), and signals them to
 * automations (docs/adr/0072) and webhooks (docs/adr/0080). `provider`: where they unsubscribed. Everything that changes
 * subscribers uses this, as test/unit/table-writers.test.ts checks.
 */
export async function changeSubscribers(
  { db, team }: Scope,
  changes: readonly SubscriberWrite[],
  provider?: FeedbackProvider,
): Promise<void> {
  for (let at = 0; at < changes.length; at += AT_ONCE)
    await run(
      db,
      sql`select * from change_subscribers(${team.id}::int, null::uuid, ${provider ?? null}::text,
            ${JSON.stringify(changes.slice(at, at + AT_ONCE))}::jsonb)`,
    );
}

/** Like `changeSubscribers`, for at most a thousand. Returns them, by id. */
export async function updateSubscribers(
  { db, team }: Scope,
  changes: readonly SubscriberWrite[],
): Promise<Map<string, Subscriber>> {
  const rows = await run<Subscriber>(
    db,
    sql`select ${subscriberColumns(sql`s.attributes`)}
        from update_subscribers(${team.id}::int, ${JSON.stringify(changes)}::jsonb) s`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Locked {
  id: string;
  /** The key of the person. */
  person: string;
  /** Whether they ever joined. */
  hasJoined: boolean;
  tagIds: number[];
}

/** Locks subscribers in the order that batches use. `which`: a predicate over `s`. */
export const lockSubscribers = ({ db, team }: Scope, which: Sql): Promise<Locked[]> =>
  run<Locked>(
    db,
    sql`select s.id::text, s.person_key::text as person, s.subscribed_at is not null as "hasJoined", s.tag_ids as "tagIds" from subscribers s
        where s.team_id = ${team.id}::int and ${which} order by s.person_key, s.id for update`,
  );

/**
 * Changes the subscribers that match `which`, a predicate over `s`, in the caller's transaction. Returns their ids.
 */
export async function changeMatching(
  scope: Scope,
  which: Sql,
  change: Omit<SubscriberWrite, 'id'> | ((one: Locked) => Omit<SubscriberWrite, 'id'>),
  provider?: FeedbackProvider,
): Promise<string[]> {
  const locked = await lockSubscribers(scope, which);
  const changeOf = typeof change === 'function' ? change : () => change;
  await changeSubscribers(
    scope,
    locked.map((one) => ({ id: one.id, ...changeOf(one) })),
    provider,
  );
  return locked.map(({ id }) => id);
}
