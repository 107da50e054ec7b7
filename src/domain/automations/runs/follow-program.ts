import { run, sql } from '../../../database/connect.ts';
import { isLost } from '../../../database/lost-transaction.ts';
import type { StepType } from '../definition/definition.ts';
import type { Instruction, Program } from '../definition/program.ts';
import type { RunAtStep, StepContext, StepOutcome, TakeStep } from '../steps/step-kind.ts';
import { STEPS, type Steps } from '../steps/steps.ts';
import type { ClaimedRun } from './claim-runs.ts';
import { endedByExits } from './ended-by-exits.ts';

/** What has become of a step for a run for good. */
export interface StepTaken {
  runId: string;
  step: string;
  number: number;
  type: StepType;
  outcome: 'done' | 'skipped' | 'failed';
  branch: string | null;
  reason: string | null;
}

/** Where a run is after it was moved. */
export interface Moved {
  id: string;
  state: 'active' | 'completed' | 'exited' | 'failed';
  exitReason: string | null;
  /** Where it is, or was when it ended. Null: it came to the end. */
  step: string | null;
  enteredAt: Date;
  waitUntil: Date | null;
  dueAt: Date;
  failingSince: Date | null;
  lastError: string | null;
}

/** What moving runs has done, to be saved. */
export interface Progress {
  moved: Moved[];
  taken: StepTaken[];
  /** How many came to each step. */
  entered: Map<string, number>;
  /** How many of them ended at each step without finishing it. */
  left: Map<string, number>;
  goals: number;
}

const TRY_AGAIN_MS = 60_000;
const GIVE_UP_MS = 3_600_000;
const UNKNOWN_FAULT = 'The step could not be done. The server’s log says why.';

/**
 * Moves runs as far as they come: who may no longer be dealt with and whom an exit ends, ends; the others take step after step until
 * one waits. All runs at a step take it together. In the caller's transaction; saves nothing of the runs themselves. `onFault` is
 * told what a step threw. `steps`: how they are taken, which a simulation adds to.
 */
export async function followProgram(
  context: StepContext,
  program: Program,
  runs: readonly ClaimedRun[],
  onFault: (error: unknown, step: string) => void,
  steps: Steps = STEPS,
): Promise<Progress> {
  const progress: Progress = { moved: [], taken: [], entered: new Map(), left: new Map(), goals: 0 };
  const gone = runs.filter((one) => one.gone !== null);
  for (const one of gone) leave(progress, one, one.gone as string);
  const there = runs.filter((one) => one.gone === null);
  const exits = await endedByExits(context, program.exits, there);
  for (const one of there) {
    const ended = exits.get(one.id);
    if (!ended) continue;
    leave(progress, one, ended);
    if (ended === 'goal') progress.goals += 1;
  }

  const at = new Map<string, ClaimedRun[]>();
  const arrive = (one: ClaimedRun, first: string | null) => {
    const step = notTaken(program, one, first);
    if (step === null) end(progress, one, 'completed', null);
    else {
      add(progress.entered, step);
      put(at, step, { ...one, step, enteredAt: context.now, waitUntil: null, failingSince: null });
    }
  };
  for (const one of there.filter(({ id }) => !exits.has(id))) {
    if (one.step === null) arrive(one, program.first);
    else if (program.instructions.has(one.step)) put(at, one.step, one);
    else end(progress, one, 'completed', null);
  }

  // Steps lead to later ones only, so each is taken once, by all who come to it.
  for (const [id, instruction] of program.instructions) {
    const here = at.get(id);
    if (!here) continue;
    const outcomes = await take(context, steps, instruction, here, onFault);
    for (const one of here) settle(progress, context.now, instruction, one, outcomes.get(one.id) ?? LOST, arrive);
  }
  return progress;
}

/** A version that puts steps in another order may lead back to one that was taken by an older one: it is passed by. */
function notTaken({ instructions }: Program, { taken }: ClaimedRun, first: string | null): string | null {
  let step = first;
  while (step !== null && taken.includes(step)) step = instructions.get(step)?.next ?? null;
  return step;
}

const LOST: StepOutcome = { outcome: 'cannot', reason: UNKNOWN_FAULT };

/** What a step throws is undone, and holds for all runs at it. A lost transaction is the caller's. */
async function take(
  context: StepContext,
  steps: Steps,
  { step }: Instruction,
  runs: readonly RunAtStep[],
  onFault: (error: unknown, step: string) => void,
): Promise<ReadonlyMap<string, StepOutcome>> {
  const { db } = context.scope;
  await run(db, sql`savepoint step`);
  try {
    const outcomes = await (steps[step.type] as TakeStep<StepType>)(context, step, runs);
    await run(db, sql`release savepoint step`);
    return outcomes;
  } catch (error) {
    if (isLost(error)) throw error;
    await run(db, sql`rollback to savepoint step`);
    context.forgetSubscriptions();
    onFault(error, step.id);
    return new Map();
  }
}

function settle(
  progress: Progress,
  now: Date,
  { step, number, next, ways }: Instruction,
  one: ClaimedRun,
  outcome: StepOutcome,
  arrive: (one: ClaimedRun, step: string | null) => void,
): void {
  const took = (what: StepTaken['outcome'], branch: string | null, reason: string | null) =>
    progress.taken.push({ runId: one.id, step: step.id, number, type: step.type, outcome: what, branch, reason });
  if (outcome.outcome === 'done') {
    took('done', outcome.branch ?? null, outcome.reason ?? null);
    arrive(one, outcome.branch === undefined ? next : (ways.get(outcome.branch) ?? null));
  } else if (outcome.outcome === 'skipped') {
    took('skipped', null, outcome.reason);
    arrive(one, next);
  } else if (outcome.outcome === 'exit') {
    // A step that is there to end the run has done what it is for.
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
  { moved }: Progress,
  { id, step, enteredAt }: ClaimedRun,
  where: { waitUntil: Date | null; dueAt: Date; failingSince?: Date; lastError?: string },
): void {
  const { failingSince = null, lastError = null, ...rest } = where;
  moved.push({ id, state: 'active', exitReason: null, step, enteredAt, failingSince, lastError, ...rest });
}

function end(
  { moved }: Progress,
  { id, step, enteredAt, failingSince }: ClaimedRun,
  state: 'completed' | 'exited' | 'failed',
  exitReason: string | null,
  lastError: string | null = null,
): void {
  const last = state === 'completed' ? null : step;
  moved.push({
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

function leave(progress: Progress, one: ClaimedRun, reason: string): void {
  if (one.step !== null) add(progress.left, one.step);
  end(progress, one, 'exited', reason);
}

function add(counts: Map<string, number>, step: string): void {
  counts.set(step, (counts.get(step) ?? 0) + 1);
}

function put(at: Map<string, ClaimedRun[]>, step: string, one: ClaimedRun): void {
  const others = at.get(step);
  if (others) others.push(one);
  else at.set(step, [one]);
}
