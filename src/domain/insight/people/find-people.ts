import { runOnce, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { whole } from '../../../validation/number.ts';
import { record, text } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { matchesSearch } from '../../audience/search.ts';
import type { Person } from './person.ts';

const USUAL = 10;
const MOST = 50;
/** The search index needs words of this length; with only shorter words all rows would be read. */
const SHORTEST = 3;
/** Subscriptions to read for each requested person, since one person may be on several lists. */
const LISTS_EACH = 4;

export const peopleFilters = record({ search: text(255), first: whole(1, MOST).nullish() });

/**
 * A few people on any list of the team whose address or names contain every word, ordered by address. It stops at a sample,
 * so that it takes no longer with a million people. Empty if no word has three letters. Throws ValidationError.
 */
export async function findPeople(scope: Scope, request: unknown): Promise<Person[]> {
  const { search, first } = parse(peopleFilters, request);
  if (!search.split(/\s+/).some((word) => word.length >= SHORTEST)) return [];
  const wanted = first ?? USUAL;
  return runOnce<Person>(
    scope.db,
    sql`select distinct on (email) id, email
        from (select s.person_key::text as id, s.email from subscribers s
              where s.team_id = ${scope.team.id} and ${matchesSearch(search)} limit ${wanted * LISTS_EACH}) matching
        order by email limit ${wanted}`,
  );
}
