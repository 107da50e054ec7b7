import { run, sql } from '../../../database/connect.ts';
import { recordset } from '../../../database/recordset.ts';
import type { Scope } from '../../../scope.ts';
import { type AutomationFigure, countForAutomation } from '../../ledger/count-for-automation.ts';
import { notifyOfEnded } from '../../signals/notify-of-ended.ts';
import type { AdvancedRun, Progress, StepTaken } from './progress.ts';

/**
 * Saves the progress of an automation's runs, in the transaction that locked them, with three statements, however many.
 */
export async function saveProgress(scope: Scope, automationId: string, now: Date, progress: Progress): Promise<void> {
  await saveAdvanced(scope, now, progress);
  await countForAutomation(scope, automationId, figuresOf(progress));
  await notifyOfEnded(
    scope,
    automationId,
    progress.advanced.flatMap(({ id, state }) => (state === 'active' ? [] : [id])),
  );
}

/** Like `saveProgress`, without the report's counts, on which other writers wait, and without notifications. */
export async function saveAdvanced(scope: Scope, now: Date, { advanced, taken }: Progress): Promise<void> {
  await saveRuns(scope, now, advanced);
  await saveSteps(scope, now, taken);
}

const RUN = {
  id: 'uuid',
  state: 'text',
  exit_reason: 'text',
  step: 'text',
  entered_at: 'timestamptz',
  wait_until: 'timestamptz',
  due_at: 'timestamptz',
  failing_since: 'timestamptz',
  last_error: 'text',
} as const;

async function saveRuns({ db, team }: Scope, now: Date, advanced: readonly AdvancedRun[]): Promise<void> {
  if (advanced.length === 0) return;
  const rows = advanced.map(({ exitReason, enteredAt, waitUntil, dueAt, failingSince, lastError, ...one }) => ({
    ...one,
    exit_reason: exitReason,
    entered_at: enteredAt,
    wait_until: waitUntil,
    due_at: dueAt,
    failing_since: failingSince,
    last_error: lastError,
  }));
  await run(
    db,
    sql`with m as materialized (
          select given.*, given.state::"AutomationRunState" as next from ${recordset('given', rows, RUN)}
        )
        update automation_runs r set state = m.next, exit_reason = m.exit_reason, step = m.step,
               entered_at = m.entered_at, wait_until = m.wait_until, due_at = m.due_at, failing_since = m.failing_since,
               last_error = m.last_error, ended_at = case when m.state <> 'active' then ${now}::timestamptz end
        from m where r.team_id = ${team.id}::int and r.id = m.id`,
  );
}

const STEP = {
  run_id: 'uuid',
  step: 'text',
  number: 'bigint',
  type: 'text',
  outcome: 'text',
  branch: 'text',
  reason: 'text',
} as const;

/** Taking a step of a run twice is a bug: the transaction must roll back. */
async function saveSteps({ db, team }: Scope, now: Date, taken: readonly StepTaken[]): Promise<void> {
  if (taken.length === 0) return;
  const rows = taken.map(({ runId, ...one }) => ({
    ...one,
    run_id: runId,
    type: one.type as string,
    outcome: one.outcome as string,
  }));
  await run(
    db,
    sql`insert into automation_run_steps (team_id, run_id, step, number, type, outcome, branch, reason, at)
        select ${team.id}::int, run_id, step, number, type, outcome, branch, reason, ${now}::timestamptz
        from ${recordset('given', rows, STEP)}`,
  );
}

function figuresOf({ advanced, taken, entered, left, goals }: Progress): AutomationFigure[] {
  const ended = advanced.filter(({ state }) => state !== 'active');
  const figures = [
    ...[...entered].map(([step, count]) => ({ step, what: 'entered', detail: '', count })),
    ...[...left].map(([step, count]) => ({ step, what: 'left', detail: '', count })),
    ...taken.map(({ step, outcome }) => ({ step, what: outcome, detail: '', count: 1 })),
    ...ended.map(({ state, exitReason }) => ({ step: '', what: state, detail: exitReason ?? '', count: 1 })),
    { step: '', what: 'goals', detail: '', count: goals },
  ];
  return figures.filter(({ count }) => count > 0);
}
