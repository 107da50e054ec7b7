import { runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { lockSubscribers } from '../audience/change-subscribers.ts';
import { lockPeopleByKey } from '../audience/lock-people.ts';
import type { Chosen, Each } from './chosen-people.ts';

/** A chosen subscription, or a person with one of their subscriptions. */
export interface ChosenRow {
  /** Null: a person on no list. */
  id: string | null;
  email: string;
  /** The key of the person. */
  person: string;
  status: string | null;
  firstName: string | null;
  lastName: string | null;
  timezone: string | null;
  locale: string | null;
}

/** Subscriptions or people in a chunk. A chunk is one transaction: short enough to wait for. */
export const CHUNK = 500;

const COLUMNS = sql`s.id::text, s.status::text as status, s.first_name as "firstName", s.last_name as "lastName", s.timezone, s.locale`;

const SUBSCRIPTIONS = { from: sql`subscribers s`, key: sql`s.id` };
const PEOPLE = { from: sql`people p`, key: sql`p.key` };
const walkOf = (each: Each) => (each === 'person' ? PEOPLE : SUBSCRIPTIONS);

/** How many subscriptions or people the predicate matches. */
export async function countChosen({ db }: Scope, each: Each, where: Sql): Promise<number> {
  const counting = sql`select count(*)::int as count from ${walkOf(each).from} where ${where}`;
  return (await runOnce<{ count: number }>(db, counting))[0]!.count;
}

/** The keys of the next chunk, in order: the ids of subscriptions, or the keys of people. */
export async function nextKeys({ db }: Scope, each: Each, where: Sql, position: string | null): Promise<string[]> {
  const { from, key } = walkOf(each);
  const rows = await runOnce<{ key: string }>(
    db,
    sql`select ${key}::text as key from ${from}
        where ${where} and ${position === null ? sql`true` : sql`${key} > ${position}::uuid`}
        order by ${key} limit ${CHUNK}`,
  );
  return rows.map(({ key }) => key);
}

/**
 * Locks the rows of a chunk, and returns those that are still chosen then: somebody else may have held them, such as a person
 * who subscribed again. People come with all subscriptions that they had at the start, the oldest first.
 */
export async function lockChosen(
  scope: Scope,
  { each = 'subscription', at }: Chosen,
  where: Sql,
  keys: readonly string[],
  { locksPeople }: { locksPeople: boolean },
): Promise<ChosenRow[]> {
  const these = [...keys];
  if (each === 'subscription') {
    if (locksPeople) await lockPeopleByKey(scope, await personsOf(scope, these));
    await lockSubscribers(scope, sql`s.id = any(${these}::uuid[])`);
    return runOnce<ChosenRow>(
      scope.db,
      sql`select ${COLUMNS}, s.email, s.person_key::text as person from subscribers s
          where ${where} and s.id = any(${these}::uuid[])`,
    );
  }
  if (locksPeople) await lockPeopleByKey(scope, these);
  await lockSubscribers(scope, sql`s.person_key = any(${these}::uuid[])`);
  return runOnce<ChosenRow>(
    scope.db,
    sql`select ${COLUMNS}, p.email, p.key::text as person
        from people p left join subscribers s
          on s.team_id = p.team_id and s.person_key = p.key and s.created_at <= ${at}::text::timestamptz
        where ${where} and p.key = any(${these}::uuid[]) order by p.key, s.created_at, s.id`,
  );
}

async function personsOf({ db, team }: Scope, ids: string[]): Promise<string[]> {
  const rows = await runOnce<{ person: string }>(
    db,
    sql`select distinct s.person_key::text as person from subscribers s
        where s.team_id = ${team.id}::int and s.id = any(${ids}::uuid[])`,
  );
  return rows.map(({ person }) => person);
}
