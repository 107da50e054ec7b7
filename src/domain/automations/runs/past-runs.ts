import { empty, type Sql, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { readDuration } from '../../../validation/duration.ts';
import type { Again } from '../definition/definition.ts';
import { STEP_EFFECTS } from '../definition/step-effects.ts';
import { runsOf } from './runs-of-one.ts';
import type { Starting } from './start-runs.ts';

// How often a person has entered an automation: predicates over their runs `r`, for a candidate `g`.

/** The runs `r` of the automation that the person of `g` has. `happened` is the time of the event that started the run. */
export const ofPerson = ({ team }: Scope, { id }: Pick<Starting, 'id'>): Sql =>
  sql`(select x.id, x.state, x.exit_reason, x.started_at,
              least((x.event ->> 'occurred_at')::timestamptz, x.started_at) as happened
       from ${runsOf(sql`${team.id}::int`, sql`g.person`)} x where x.automation_id = ${id}::uuid) r`;

const WITHOUT_EFFECTS = Object.entries(STEP_EFFECTS).flatMap(([type, effect]) => (effect === 'nothing' ? type : []));

/**
 * Whether the run counts as an entry. A run replaced by a newer event counts only if it did more than wait: otherwise a
 * person who fills a cart all afternoon would soon reach the limit.
 */
export const countsAsEntry = ({ team }: Scope, again: Again): Sql =>
  again === 'restart'
    ? sql`(r.state <> 'active' and r.exit_reason is distinct from 'restarted' or exists (
        select from automation_run_steps t where t.team_id = ${team.id}::int and t.run_id = r.id
          and t.type <> all(${WITHOUT_EFFECTS}::text[])))`
    : sql`true`;

/**
 * As in "and …": the person's last entry is as long ago as the entry rules require. Only one of several simultaneous
 * candidates enters.
 */
export function isAllowedAgain(scope: Scope, { id, entry }: Pick<Starting, 'id' | 'entry'>): Sql {
  const { again, not_within } = entry;
  if (not_within === undefined) return empty;
  return sql`and g.nth = 1 and not exists (select from ${ofPerson(scope, { id })}
    where r.started_at > g.at - make_interval(secs => ${readDuration(not_within)!}) and ${countsAsEntry(scope, again)})`;
}
