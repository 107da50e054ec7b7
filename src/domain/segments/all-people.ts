import { run, runOnce, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import type { Person } from '../insight/people/person.ts';
import { byText, byTime, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelection } from '../selection.ts';
import { shareCalls } from '../share-calls.ts';
import { allOf, conditionsOf, SUBSCRIPTION_FILTERS } from './subscriber-filter.ts';

export const PERSON_ORDER_FIELDS = ['created_at', 'email'] as const;

/** Only columns with an index: no other order is fast enough for a million people. */
const ORDERS = {
  created_at: byTime('createdAt', sql`p.created_at`),
  email: byText('email', sql`p.email`),
};

const NEWEST = { field: 'created_at', direction: 'desc' } as const;

export const allPeopleFilters = record({ ...SUBSCRIPTION_FILTERS, orderBy: orderBy(PERSON_ORDER_FIELDS) });

type Listed = Person & { createdAt: Date };

/**
 * A page of the people of the team, on a list or not, newest first by default. The filters on subscriptions must all hold for one
 * subscription of the person. Throws ValidationError.
 */
export async function listPeople(scope: Scope, request: PageRequest & object): Promise<Page<Listed>> {
  const { orderBy: asked, createdSince, createdUntil, ...filter } = parse(allPeopleFilters, request);
  const conditions = await conditionsOf(scope, filter);
  const ofPerson = sql`s.team_id = p.team_id and s.person_key = p.key`;
  const where = allOf([
    sql`p.team_id = ${scope.team.id} and p.email is not null`,
    ...(createdSince == null ? [] : [sql`p.created_at >= ${createdSince}`]),
    ...(createdUntil == null ? [] : [sql`p.created_at < ${createdUntil}`]),
    ...(conditions.length === 0
      ? []
      : [sql`exists (select from subscribers s where ${allOf([ofPerson, ...conditions])})`]),
  ]);
  const isFiltered = conditions.length > 0 || createdSince != null || createdUntil != null;
  return readSelection<Listed>(scope, request, {
    from: sql`people p`,
    id: sql`p.key`,
    where,
    order: orderOf(asked ?? NEWEST, ORDERS),
    read: (keys) => readListed(scope, keys),
    count: async () => {
      if (!isFiltered) return countPeople(scope, 'all');
      const counting = sql`select count(*)::int as count from people p where ${where}`;
      return (await runOnce<{ count: number }>(scope.db, counting))[0]!.count;
    },
  });
}

const readListed = ({ db, team }: Scope, keys: readonly string[]): Promise<Listed[]> =>
  run<Listed>(
    db,
    sql`select p.key::text as id, p.email, p.created_at as "createdAt" from people p
        where p.team_id = ${team.id} and p.key = any(${[...keys]}::uuid[]) and p.email is not null`,
  );

/** The number of people of a team. Simultaneous callers share a count: for a million it takes longer than the page. */
const countPeople = shareCalls<'all', number>(async (scope, calls) => {
  const [counted] = await run<{ count: number }>(
    scope.db,
    sql`select count(*)::int as count from people p where p.team_id = ${scope.team.id} and p.email is not null`,
  );
  return calls.map(() => counted!.count);
});
