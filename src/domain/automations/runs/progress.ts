import type { StepType } from '../definition/definition.ts';
import type { Instruction } from '../definition/program.ts';
import type { StepOutcome } from '../steps/step-kind.ts';
import type { ClaimedRun } from './claim-runs.ts';
import type { ExitReason } from './exit-reasons.ts';

/** The final outcome of a step for a run. */
export interface StepTaken {
  runId: string;
  step: string;
  number: number;
  type: StepType;
  outcome: 'done' | 'skipped' | 'failed';
  branch: string | null;
  reason: string | null;
}

/** The position of a run after it advanced. */
export interface AdvancedRun {
  id: string;
  state: 'active' | 'completed' | 'exited' | 'failed';
  exitReason: ExitReason | null;
  /** The current step, or the step at which it ended. Null: it completed. */
  step: string | null;
  enteredAt: Date;
  waitUntil: Date | null;
  dueAt: Date;
  failingSince: Date | null;
  lastError: string | null;
}

/** Changes to runs, to be saved. */
export interface Progress {
  advanced: AdvancedRun[];
  taken: StepTaken[];
  /** How many runs reached each step. */
  entered: Map<string, number>;
  /** How many runs ended at each step without finishing it. */
  left: Map<string, number>;
  goals: number;
}

const TRY_AGAIN_MS = 60_000;
const GIVE_UP_MS = 3_600_000;

export const noProgress = (): Progress => ({ advanced: [], taken: [], entered: new Map(), left: new Map(), goals: 0 });

export const arrived = ({ entered }: Progress, step: string): void => add(entered, step);

/** A run ends before finishing its current step. */
export function leave(progress: Progress, one: ClaimedRun, reason: ExitReason): void {
  if (one.step !== null) add(progress.left, one.step);
  end(progress, one, 'exited', reason);
}

/** Records the outcome of a step for a run. `arrive` takes the run to the next step or the end. */
export function settle(
  progress: Progress,
  now: Date,
  { step, number, next, branches }: Instruction,
  one: ClaimedRun,
  outcome: StepOutcome,
  arrive: (one: ClaimedRun, step: string | null) => void,
): void {
  const took = (what: StepTaken['outcome'], branch: string | null, reason: string | null) =>
    progress.taken.push({ runId: one.id, step: step.id, number, type: step.type, outcome: what, branch, reason });
  if (outcome.outcome === 'done') {
    took('done', outcome.branch ?? null, outcome.reason ?? null);
    arrive(one, outcome.branch === undefined ? next : (branches.get(outcome.branch) ?? null));
  } else if (outcome.outcome === 'skipped') {
    took('skipped', null, outcome.reason);
    arrive(one, next);
  } else if (outcome.outcome === 'exit') {
    // An exit step that ends the run has done its job.
    const isDone = step.type === 'exit';
    took(isDone ? 'done' : 'skipped', null, outcome.reason ?? (isDone ? null : outcome.exitReason));
    end(progress, one, 'exited', outcome.exitReason);
  } else if (outcome.outcome === 'wait') {
    stay(progress, one, { waitUntil: outcome.until, dueAt: outcome.lookAt ?? outcome.until });
  } else {
    const failingSince = one.failingSince ?? now;
    const lastError = outcome.reason;
    if (now.getTime() - failingSince.getTime() < GIVE_UP_MS) {
      const dueAt = new Date(now.getTime() + TRY_AGAIN_MS);
      stay(progress, one, { waitUntil: one.waitUntil, dueAt, failingSince, lastError });
    } else {
      took('failed', null, lastError);
      end(progress, one, 'failed', null, lastError);
    }
  }
}

function stay(
  { advanced }: Progress,
  { id, step, enteredAt }: ClaimedRun,
  where: { waitUntil: Date | null; dueAt: Date; failingSince?: Date; lastError?: string },
): void {
  const { failingSince = null, lastError = null, ...rest } = where;
  advanced.push({ id, state: 'active', exitReason: null, step, enteredAt, failingSince, lastError, ...rest });
}

/** Records that a run has ended. */
export function end(
  { advanced }: Progress,
  { id, step, enteredAt, failingSince }: ClaimedRun,
  state: 'completed' | 'exited' | 'failed',
  exitReason: ExitReason | null,
  lastError: string | null = null,
): void {
  const last = state === 'completed' ? null : step;
  advanced.push({
    id,
    state,
    exitReason,
    step: last,
    enteredAt,
    waitUntil: null,
    dueAt: enteredAt,
    failingSince,
    lastError,
  });
}

function add(counts: Map<string, number>, step: string): void {
  counts.set(step, (counts.get(step) ?? 0) + 1);
}
