import { run, sql } from '../../../database/connect.ts';
import { recordset } from '../../../database/recordset.ts';
import type { Scope } from '../../../scope.ts';
import { countForAutomation } from '../../ledger/count-for-automation.ts';
import { notifyOfEnded } from '../../signals/notify-of-ended.ts';
import { MAX_RUNS_A_DAY } from './max-runs-a-day.ts';
import { countsAsEntry, isAllowedAgain, ofPerson } from './past-runs.ts';
import type { Candidate, Starting } from './start-runs.ts';

/**
 * A worker is advancing a run that should be replaced. Nothing was changed: the caller tries again in a new transaction.
 */
export class RunIsAdvancing extends Error {}

/** Orders a person's candidates `g`: newest first; of simultaneous ones, the last recorded first. */
export const NEWEST = sql`g.happened desc, g.place desc`;

/** The time of the event that starts a run. Late recording is fine, but a clock that is ahead does not make it newer. */
export const happened = ({ event, at }: Pick<Candidate, 'event' | 'at'>): Date =>
  new Date(Math.min(at.getTime(), event ? Date.parse(event.occurred_at) : Number.POSITIVE_INFINITY));

interface Newer {
  place: number;
  person: string;
  at: Date;
  happened: Date;
}

const COLUMNS = { place: 'bigint', person: 'uuid', at: 'timestamptz', happened: 'timestamptz' } as const;

/**
 * Ends active runs (`restarted`) of people with a newer starting event, so that they can begin again. An older event, or
 * one that another entry rule refuses, replaces nothing. The caller's transaction has locked the people and should already
 * hold the runs. Workers lock runs before people, so this waits for no run and throws RunIsAdvancing.
 */
export async function endReplaced(
  scope: Scope,
  automation: Starting,
  candidates: readonly Newer[],
  { counted }: { counted: boolean },
): Promise<void> {
  const ids = await findReplaced(scope, automation, candidates);
  if (ids.length === 0) return;
  const { db, team } = scope;
  const ended = await run<{ step: string | null }>(
    db,
    sql`with held as materialized (
          select id from automation_runs where team_id = ${team.id}::int and id = any(${ids}::uuid[]) and state = 'active'
          order by id for update skip locked
        )
        update automation_runs r set state = 'exited', exit_reason = 'restarted', parked = false, wait_until = null,
               ended_at = ${counted ? sql`now()` : sql`${scope.now()}::timestamptz`},
               failing_since = null, last_error = null
        from held where r.team_id = ${team.id}::int and r.id = held.id returning r.step`,
  );
  if (ended.length < ids.length) throw new RunIsAdvancing('A run cannot be restarted while a worker is advancing it.');
  if (!counted) return;
  await countForAutomation(scope, automation.id, [
    { step: '', what: 'exited', detail: 'restarted', count: ended.length },
    ...ended.flatMap(({ step }) => (step === null ? [] : [{ step, what: 'left', detail: '', count: 1 }])),
  ]);
  await notifyOfEnded(scope, automation.id, ids);
}

async function findReplaced(scope: Scope, automation: Starting, candidates: readonly Newer[]): Promise<string[]> {
  const rows = candidates.map(({ place, person, at, happened }) => ({ place, person, at, happened }));
  const theirs = ofPerson(scope, automation);
  const found = await run<{ id: string }>(
    scope.db,
    sql`with given as materialized (
          select g.*, row_number() over (partition by g.person order by ${NEWEST}) as nth from ${recordset('g', rows, COLUMNS)}
        ), newer as materialized (
          select g.* from given g
          where g.nth = 1 and not exists (select from ${theirs} where r.state = 'active' and r.happened > g.happened)
            and (select count(*) from ${theirs} where r.started_at > g.at - interval '24 hours'
                   and ${countsAsEntry(scope, 'restart')}) < ${MAX_RUNS_A_DAY} ${isAllowedAgain(scope, automation)}
        )
        select r.id::text from newer g cross join lateral (select * from ${theirs}) r where r.state = 'active'`,
  );
  return found.map(({ id }) => id);
}
