import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { optionalText, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';

export const eventNameFilters = record({ search: optionalText(text(100)) });

/** A longer list is useless for a team with a separate name for each thing. */
const LOOKED_AT = 1_000;
const MOST = 100;

/**
 * The names of recorded events, in alphabetical order: at most 100, containing `search`. Checks the first 1,000 names, with
 * one index step for each. Throws ValidationError.
 */
export async function listEventNames({ db, team }: Scope, given: unknown): Promise<{ name: string }[]> {
  const { search } = parse(eventNameFilters, given);
  const first = sql`select e.name from person_events e where e.team_id = ${team.id}::int`;
  return run<{ name: string }>(
    db,
    sql`with recursive names as (
          (${first} order by e.name limit 1)
          union all
          select (${first} and e.name > n.name order by e.name limit 1) from names n where n.name is not null
        ), looked_at as (select name from names where name is not null limit ${LOOKED_AT}::int)
        select name from looked_at where position(lower(${search?.trim() ?? ''}::text) in lower(name)) > 0
        order by name limit ${MOST}::int`,
  );
}
