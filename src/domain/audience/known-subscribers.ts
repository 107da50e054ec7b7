import { run, type Sql, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import type { SubscriberData } from './subscriber-values.ts';

/** The subscription of a person that a message may speak of, though it was not sent to the list. */
export interface KnownSubscriber extends SubscriberData {
  listId: string;
  listName: string;
}

/** The columns of the join below; all null for a person who is on no list. */
export type KnownColumns = KnownSubscriber | { [Column in keyof KnownSubscriber]: null };

/**
 * Lateral join that finds a person's subscription: an active one if there is any, the latest of those. Its columns are
 * `known.*`, of type KnownColumns.
 */
export const knownSubscription = (teamId: Sql, personKey: Sql): Sql => sql`left join lateral (
    select s.id::text, s.email, s.first_name as "firstName", s.last_name as "lastName", s.locale, s.timezone,
           s.attributes, s.subscribed_at as "subscribedAt", l.id::text as "listId", l.name as "listName",
           case when s.tag_ids = '{}' then '{}' else array(
             select t.name from tags t where t.team_id = s.team_id and t.id = any(s.tag_ids) order by t.name) end as tags
    from subscribers s join lists l on l.team_id = s.team_id and l.id = s.list_id
    where s.team_id = ${teamId} and s.person_key = ${personKey}
    order by s.status = 'subscribed' desc, s.subscribed_at desc nulls last, s.id desc limit 1
  ) known on true`;

export const isKnown = (columns: KnownColumns): columns is KnownSubscriber => columns.id !== null;

/** Returns the subscription of each address that is on a list of the team, by address. One statement. */
export async function readKnownSubscribers(
  scope: Scope,
  emails: readonly string[],
): Promise<Map<string, KnownSubscriber>> {
  const keys = emails.map((email) => personKey(scope.team.id, email));
  const rows = await run<KnownColumns>(
    scope.db,
    sql`select known.* from unnest(${keys}::uuid[]) as person(key)
        ${knownSubscription(sql`${scope.team.id}`, sql`person.key`)}`,
  );
  return new Map(rows.filter(isKnown).map((row) => [row.email, row]));
}
