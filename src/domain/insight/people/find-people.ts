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

export const peopleFilters = record({ query: text(255), first: whole(1, MOST).nullish() });

/**
 * A few people on any list of the team whose address or names contain every word: first the address itself, then addresses
 * that begin with the words, then the others by address. It stops at a sample, so that it takes no longer with a million
 * people. Empty if no word has three letters. Throws ValidationError.
 */
export async function findPeople(scope: Scope, request: unknown): Promise<Person[]> {
  const { query, first } = parse(peopleFilters, request);
  if (!query.split(/\s+/).some((word) => word.length >= SHORTEST)) return [];
  const wanted = first ?? USUAL;
  const words = query.trim().toLowerCase();
  const found = await runOnce<Person>(
    scope.db,
    sql`select distinct matching.id, matching.email, lower(matching.email) = ${words} as same,
               starts_with(lower(matching.email), ${words}) as begins
        from (select s.person_key::text as id, s.email from subscribers s
              where s.team_id = ${scope.team.id} and ${matchesSearch(query)} limit ${wanted * LISTS_EACH}) matching
        order by same desc, begins desc, email limit ${wanted}`,
  );
  return found.map(({ id, email }) => ({ id, email }));
}
