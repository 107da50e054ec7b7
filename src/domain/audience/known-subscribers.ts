import { ofTeams, teamIn } from '../../database/by-team.ts';
import { run, type Sql, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import type { SubscriberData } from '../content/subscriber-values.ts';
import { shownAttributes } from './shown-attributes.ts';

/** The subscription whose data a message to the person may show, even if it was not sent to that list. */
export interface KnownSubscriber extends SubscriberData {
  listId: string;
  listName: string;
}

/** A person, and the list whose subscription a message to them may show. */
export interface OnLists {
  teamId: number;
  key: string;
  /** Null: none rather than another. */
  listId: string | null;
}

/** The columns of the subquery below; all null for a person who is on no list. */
export type KnownColumns = KnownSubscriber | { [Column in keyof KnownSubscriber]: null };

/**
 * Subquery `known` with the subscription of each of `persons`: to their list, else an active one if there is any, the
 * latest of those. Its columns are KnownColumns, besides `known.team_id`, `known.person_key` and `known.wanted`, the list.
 * No lateral join: distributed tables support no such outer join.
 */
export function knownSubscriptions(persons: readonly OnLists[]): Sql {
  const team = teamIn(sql`s.team_id`, persons);
  const [teams, lists] = [persons.map(({ teamId }) => teamId), persons.map(({ listId }) => listId)];
  return sql`(
    select distinct on (s.team_id, s.person_key, person.list_id) s.team_id, s.person_key, person.list_id as wanted,
           s.id::text, s.email, s.first_name as "firstName", s.last_name as "lastName", s.locale, s.timezone,
           ${shownAttributes(team)} as attributes, s.subscribed_at as "subscribedAt", l.id::text as "listId", l.name as "listName",
           case when s.tag_ids = '{}' then '{}' else array(
             select t.name from tags t where t.team_id = ${team} and t.id = any(s.tag_ids) order by t.name) end as tags
    from unnest(${teams}::int[], ${persons.map(({ key }) => key)}::uuid[], ${lists}::uuid[]) as person(team_id, key, list_id)
    join subscribers s on s.team_id = person.team_id and s.person_key = person.key
    join lists l on l.team_id = s.team_id and l.id = s.list_id
    where ${ofTeams(sql`s.team_id`, persons)}
    order by s.team_id, s.person_key, person.list_id, s.list_id is not distinct from person.list_id desc, s.status = 'subscribed' desc, s.subscribed_at desc nulls last, s.id desc
  ) known`;
}

export const isKnown = (columns: KnownColumns): columns is KnownSubscriber => columns.id !== null;

/**
 * Returns, by address, the subscription of each address that is on a list of the team, preferring this list. One statement.
 */
export async function readKnownSubscribers(
  scope: Scope,
  emails: readonly string[],
  listId: string | null = null,
): Promise<Map<string, KnownSubscriber>> {
  const persons = emails.map((email) => ({ teamId: scope.team.id, key: personKey(scope.team.id, email), listId }));
  const rows = await run<KnownColumns>(scope.db, sql`select known.* from ${knownSubscriptions(persons)}`);
  return new Map(rows.filter(isKnown).map((row) => [row.email, row]));
}
