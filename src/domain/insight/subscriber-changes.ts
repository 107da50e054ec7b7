import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { LeavingReason } from '../ledger/leaving-reasons.ts';
import type { FeedbackProvider } from '../sending/feedback-secrets.ts';
import { nameIn, numbersOf } from './numbered-rows.ts';

export const SUBSCRIBER_CHANGES = [
  ...(['subscribed', 'confirmed', 'resubscribed', 'unsubscribed', 'tagged', 'untagged'] as const),
] as const;

/** A change of a subscriber. */
export interface SubscriberChange {
  id: string;
  type: (typeof SUBSCRIBER_CHANGES)[number];
  subscriberId: string;
  listId: string;
  listName: string;
  /** Why the person left, if they gave a reason. */
  reason: LeavingReason | null;
  /** The provider at which the person left. Null: elsewhere. */
  provider: FeedbackProvider | null;
  /** The names of added or removed tags, without tags deleted since. */
  tags: string[];
  /** The import that made the change. */
  importId: string | null;
  occurredAt: Date;
}

/** Selects the changes of all subscriptions of `owner`. Subscribing itself is the subscriber's row. */
export const subscriberChangesOf = ({ team }: Scope): Sql =>
  sql`select id, created_at as at from subscribers where team_id = ${team.id} and person_key = owner.key
      union all
      select ${nameIn('subscriber_changes', sql`c.id`)} as id, c.at from subscribers s
      join subscriber_changes c on c.team_id = s.team_id and c.subscriber_id = s.id
      where s.team_id = ${team.id} and s.person_key = owner.key`;

/** Returns the changes among these ids, in one statement. */
export const readSubscriberChanges = ({ db, team }: Scope, ids: readonly string[]): Promise<SubscriberChange[]> =>
  run<SubscriberChange>(
    db,
    sql`select change.id::text, change.type, s.id::text as "subscriberId", l.id::text as "listId", l.name as "listName",
               array(select t.name from tags t where t.team_id = s.team_id and t.id = any(change.tag_ids) order by t.name) as tags,
               change.reason, change.provider::text, change.import_id::text as "importId", change.at as "occurredAt"
        from (
          select id, 'subscribed' as type, id as subscriber_id, '{}'::int[] as tag_ids, null as reason, null::"FeedbackProvider" as provider, import_id, created_at as at
          from subscribers where team_id = ${team.id} and id = any(${[...ids]}::uuid[])
          union all
          select ${nameIn('subscriber_changes', sql`id`)}, kind::text, subscriber_id, tag_ids, reason, provider, import_id, at
          from subscriber_changes
          where team_id = ${team.id} and id = any(${numbersOf('subscriber_changes', ids).map(String)}::bigint[])
        ) change
        join subscribers s on s.team_id = ${team.id} and s.id = change.subscriber_id
        join lists l on l.team_id = s.team_id and l.id = s.list_id`,
  );
