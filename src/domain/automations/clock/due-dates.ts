import { isDeepStrictEqual } from 'node:util';
import { type Database, run, type Sql, sql } from '../../../database/connect.ts';
import type { Log } from '../../../log.ts';
import { createScope, LONG_MS, type Scope, transaction, WORKER } from '../../../scope.ts';
import { readOffset } from '../../../validation/duration.ts';
import type { Trigger, TriggerOf } from '../definition/definition.ts';
import { daysBetween } from './local-days.ts';
import { signalDates } from './people-of-dates.ts';

const AT_ONCE = 100;
const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

/** After a longer outage, older dates are skipped: nobody wants last week's birthday e-mail. */
const LATEST_MS = DAY_MS;

const DUE = sql`automation_listeners l
        join automations a on a.team_id = l.team_id and a.id = l.automation_id and a.deleted_at is null
        join teams t on t.id = a.team_id and t.status = 'active'
        left join automation_dates d on d.team_id = a.team_id and d.automation_id = a.id
        where l.kind = 'date' and a.status in ('active', 'paused')
          and (d.due_at is null or d.due_at <= now() or d.version <> a.version)`;

/** Automations with a date trigger that are due. */
export const DUE_DATES: Sql = sql`select from ${DUE}`;

/**
 * Signals to automations each person whose date has come since the last run, once. Each automation's progress is saved in
 * the same transaction. So no date is missed after an outage, and none is handled twice by parallel processes. Returns the
 * number of people.
 */
export async function findDueDates(db: Database, log: Log): Promise<number> {
  const due = await run<{ teamId: number; id: string }>(
    db,
    sql`select a.team_id as "teamId", a.id::text from ${DUE} limit ${AT_ONCE}`,
  );
  let signalled = 0;
  for (const { teamId, id } of due) {
    try {
      signalled += await transaction(createScope(db, { id: teamId }, WORKER), (scope) => goOn(scope, id), LONG_MS);
    } catch (error) {
      log.warn(
        { reason: (error as Error).message, automation: id },
        'cannot find people whose date is due; trying again',
      );
    }
  }
  return signalled;
}

async function goOn(scope: Scope, id: string): Promise<number> {
  const state = await claim(scope, id);
  if (state?.trigger.type !== 'date') return 0;
  const { trigger, now, listId } = state;
  const since = Math.max(sinceOf(state).getTime(), now.getTime() - LATEST_MS);
  const from = new Date(Math.min(since, now.getTime()));
  const { time, after } = timeOf(trigger);
  const { days, zones, next } = await daysBetween(scope.db, time, from, now);
  const asked = { automation: id, listId, trigger, after };
  // A paused automation takes nobody in, and does not catch up later.
  const signalled = state.status === 'active' ? await signalDates(scope, asked, days, zones) : 0;
  await run(
    scope.db,
    sql`update automation_dates set version = ${state.version}::int, done_until = ${now}, due_at = ${next}
        where team_id = ${scope.team.id}::int and automation_id = ${id}::uuid`,
  );
  return signalled;
}

interface State {
  now: Date;
  doneUntil: Date;
  status: string;
  listId: string | null;
  version: number;
  trigger: Trigger;
  /** When this trigger took effect. */
  since: Date;
  /** The trigger of the last round. Null: there was none. */
  before: Trigger | null;
}

/** Locks the row of the automation's dates. Undefined if another process holds it or has finished it. */
async function claim(scope: Scope, id: string): Promise<State | undefined> {
  const team = scope.team.id;
  await run(
    scope.db,
    sql`insert into automation_dates (team_id, automation_id, version, done_until, due_at)
        select ${team}::int, a.id, 0, now(), now() from automations a where a.team_id = ${team}::int and a.id = ${id}::uuid
        on conflict do nothing`,
  );
  const [state] = await run<State>(
    scope.db,
    sql`select now() as now, d.done_until as "doneUntil", a.status::text as status, a.list_id::text as "listId", a.version,
               v.definition -> 'trigger' as trigger, b.definition -> 'trigger' as before,
               greatest(v.created_at, a.activated_at) as since
        from automation_dates d
        join automations a on a.team_id = d.team_id and a.id = d.automation_id
        join automation_versions v on v.team_id = a.team_id and v.automation_id = a.id and v.version = a.version
        left join automation_versions b on b.team_id = d.team_id and b.automation_id = d.automation_id and b.version = d.version
        where d.team_id = ${team}::int and d.automation_id = ${id}::uuid
          and (d.due_at <= now() or d.version <> a.version)
        for update of d skip locked`,
  );
  return state;
}

/** A changed trigger has no progress yet: it counts from the change. */
const sinceOf = ({ before, trigger, doneUntil, since }: State): Date =>
  isDeepStrictEqual(before, trigger) ? doneUntil : since;

/** The time of day, and the number of days after the date. */
function timeOf({ at, offset }: TriggerOf<'date'>): { time: string; after: number } {
  const [hours, minutes] = at.split(':').map(Number) as [number, number];
  const seconds = hours * 3_600 + minutes * 60 + (readOffset(offset) ?? 0);
  const after = Math.floor(seconds / DAY_SECONDS);
  const rest = new Date((seconds - after * DAY_SECONDS) * 1000);
  return { time: rest.toISOString().slice(11, 19), after };
}
