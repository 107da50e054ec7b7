import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { readDuration } from '../../../validation/duration.ts';
import type { Automation } from '../automations.ts';
import type { EntryRefusal } from './exit-reasons.ts';
import { MAX_RUNS_A_DAY } from './max-runs-a-day.ts';
import { countsAsEntry } from './past-runs.ts';

/** Why a person cannot enter: an entry rule, or the daily limit. */
export async function entryRefusal(
  scope: Scope,
  { id, definition }: Pick<Automation, 'id' | 'definition'>,
  person: string,
  at: Date,
): Promise<EntryRefusal> {
  const { db, team } = scope;
  const { again, not_within: notWithin } = definition.entry;
  const seconds = notWithin === undefined ? 0 : readDuration(notWithin)!;
  const [found] = await run<{ again: boolean; lately: boolean; often: boolean }>(
    db,
    sql`select bool_or(${again}::text = 'never' or (${again}::text = 'after_end' and state = 'active')) as again,
               bool_or(started_at > ${at}::timestamptz - make_interval(secs => ${seconds}) and ${countsAsEntry(scope, again)}) as lately,
               count(*) filter (where started_at > ${at}::timestamptz - interval '24 hours' and ${countsAsEntry(scope, again)})
                 >= ${MAX_RUNS_A_DAY} as often
        from automation_runs r
        where team_id = ${team.id}::int and person_key = ${person}::uuid and automation_id = ${id}::uuid`,
  );
  if (found?.again) return 'again';
  if (found?.lately) return 'not_within';
  return found?.often ? 'too_often' : 'if';
}
