import { columnsOf } from '../../../database/columns.ts';
import { run, sql } from '../../../database/connect.ts';
import { ConflictError } from '../../../errors.ts';
import type { AutomationRun as Row } from '../../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../../scope.ts';
import { found, idOf } from '../../found.ts';
import { endRuns } from '../../ledger/end-runs.ts';

/** A person's run through an automation. */
export interface AutomationRun extends Row {
  /** Null once the person was erased. */
  email: string | null;
  automationName: string;
}

/** The outcome of a step of a run. */
export interface RunStep {
  run: string;
  step: string;
  type: string;
  outcome: string;
  branch: string | null;
  reason: string | null;
  at: Date;
}

/** Returns one run. Throws NotFoundError. */
export async function readRun(scope: Scope, id: unknown): Promise<AutomationRun> {
  const [row] = await readRuns(scope, [idOf(id)]);
  return found(row);
}

const COLUMNS = columnsOf('AutomationRun', { of: 'r' });

/** The runs with these ids, in no particular order, in one statement. Leaves out automations that are being deleted. */
export const readRuns = ({ db, team }: Scope, ids: readonly string[]): Promise<AutomationRun[]> =>
  run<AutomationRun>(
    db,
    sql`select ${COLUMNS}, p.email, a.name as "automationName" from automation_runs r
        join automations a on a.team_id = ${team.id} and a.id = r.automation_id and a.deleted_at is null
        join people p on p.team_id = ${team.id} and p.key = r.person_key
        where r.team_id = ${team.id} and r.id = any(${[...ids]}::uuid[])`,
  );

/** The step outcomes of runs, in step order, in the order of the run ids. */
export async function readRunSteps({ db, team }: Scope, ids: readonly string[]): Promise<RunStep[][]> {
  const rows = await run<RunStep>(
    db,
    sql`select run_id::text as run, step, type, outcome, branch, reason, at from automation_run_steps
        where team_id = ${team.id} and run_id = any(${[...ids]}::uuid[]) order by run_id, number`,
  );
  const steps = new Map<string, RunStep[]>(ids.map((id) => [id, []]));
  for (const step of rows) steps.get(step.run)?.push(step);
  return ids.map((id) => steps.get(id) ?? []);
}

/** Ends a run at its current step. Throws NotFoundError, and ConflictError if it has ended. */
export function exitRun(scope: Scope, id: unknown): Promise<AutomationRun> {
  return transaction(scope, async (scope) => {
    const { id: known } = await readRun(scope, id);
    const ended = await endRuns(scope, sql`r.id = ${known}::uuid`, 'exit', 1);
    if (ended === 0) throw new ConflictError('ENDED', 'The run has ended.');
    return readRun(scope, known);
  });
}
