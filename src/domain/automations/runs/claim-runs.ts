import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { RunAtStep, Subscription, TriggerEvent } from '../steps/step-kind.ts';

/** A run whose row the caller's transaction has locked. */
export interface ClaimedRun extends RunAtStep {
  /** The current step. Null: it has not begun. */
  step: string | null;
  failingSince: Date | null;
  /** Why the run must end: the person may no longer be processed. */
  gone: string | null;
  /** The steps already taken, if the automation has changed: another version may order them differently. */
  taken: readonly string[];
  /** Subscription to the automation's list. Null: there is none, or the automation has no list. */
  subscription: Subscription | null;
}

interface Row extends Omit<ClaimedRun, 'enteredAt' | 'event' | 'subscription'> {
  event: TriggerEvent | null;
  enteredAt: Date | null;
  now: Date;
  subscriberId: string | null;
  status: string;
}

/** Replaces null: PostgreSQL drops a join that can never match, and Citus then refuses the statement. */
const NO_LIST = '00000000-0000-0000-0000-000000000000';

/** A run that this transaction has locked, and its person. */
export type LockedRun = Pick<RunAtStep, 'id' | 'person'>;

/**
 * Locks the due runs that no other worker holds, until the caller's transaction ends. They must follow the caller's
 * version, as they may have moved to another.
 */
export const lockRuns = (
  { db, team }: Scope,
  version: number,
  ids: readonly string[],
  { whenever = false } = {},
): Promise<LockedRun[]> =>
  run<LockedRun>(
    db,
    sql`select id::text, person_key::text as person from automation_runs
        where team_id = ${team.id}::int and id = any(${[...ids]}::uuid[]) and state = 'active' and not parked
          and version = ${version}::int and (due_at <= now() or ${whenever}::boolean)
        order by id for update skip locked`,
  );

/**
 * Reads one or more runs that the caller's transaction has locked, and the time. A run also ends if its person joined the
 * list after it began and has left since.
 */
export async function readClaimed(
  { db, team }: Scope,
  listId: string | null,
  locked: readonly LockedRun[],
): Promise<{ now: Date; runs: ClaimedRun[] }> {
  const rows = await run<Row>(
    db,
    sql`select r.id::text, r.person_key::text as person, r.event, r.event_id::text as "eventId", r.step,
               r.started_at as "startedAt", r.entered_at as "enteredAt", r.wait_until as "waitUntil",
               r.failing_since as "failingSince", now() as now, s.id::text as "subscriberId", s.status::text as status,
               case when r.version = 1 then '{}' else array(
                 select t.step from automation_run_steps t where t.team_id = ${team.id}::int and t.run_id = r.id) end as taken,
               case when p.email is null then 'erased'
                    when r.subscriber_id is not null and s.id is distinct from r.subscriber_id then 'removed'
                    when s.status = 'unsubscribed' and s.unsubscribed_at > r.started_at then 'unsubscribed'
                    when s.status in ('bounced', 'complained') then s.status::text
                    else (select case x.reason when 'hard_bounce' then 'bounced' when 'complaint' then 'complained' else 'suppressed' end
                          from suppressions x where x.team_id = ${team.id}::int and x.target in (p.email, split_part(p.email, '@', 2))
                          order by x.target limit 1) end as gone
        from automation_runs r
        join people p on p.team_id = r.team_id and p.key = r.person_key
        left join subscribers s on s.team_id = r.team_id and s.list_id = ${listId ?? NO_LIST}::uuid and s.person_key = r.person_key
        where r.team_id = ${team.id}::int and r.id = any(${locked.map(({ id }) => id)}::uuid[])`,
  );
  const runs = rows.map(({ now, enteredAt, subscriberId, status, ...row }) => ({
    ...row,
    enteredAt: enteredAt ?? now,
    subscription: subscriberId && listId ? { id: subscriberId, listId, status } : null,
  }));
  return { now: rows[0]!.now, runs };
}
