import { run, sql } from '../../../database/connect.ts';
import { isLost } from '../../../database/refusal.ts';
import type { StepType } from '../definition/definition.ts';
import type { Instruction, Program } from '../definition/program.ts';
import type { RunAtStep, StepContext, StepOutcome, TakeStep } from '../steps/step-kind.ts';
import { STEPS, type Steps } from '../steps/steps.ts';
import type { ClaimedRun } from './claim-runs.ts';
import { endedByExits } from './ended-by-exits.ts';
import type { ExitReason } from './exit-reasons.ts';
import { arrived, end, leave, noProgress, type Progress, settle } from './progress.ts';

const UNKNOWN_FAULT = "The step failed. See the server's log.";

/**
 * Advances runs as far as possible. Runs end if an exit matches or the person may no longer be processed; others take steps
 * until one waits. All runs at a step take it together. Uses the caller's transaction and does not save the runs
 * themselves. `onFault` gets the errors of steps. `steps` take the steps; a simulation wraps them.
 */
export async function followProgram(
  context: StepContext,
  program: Program,
  runs: readonly ClaimedRun[],
  onFault: (error: unknown, step: string) => void,
  steps: Steps = STEPS,
): Promise<Progress> {
  const progress = noProgress();
  const gone = runs.filter((one) => one.gone !== null);
  for (const one of gone) leave(progress, one, one.gone as ExitReason);
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
      arrived(progress, step);
      put(at, step, { ...one, step, enteredAt: context.now, waitUntil: null, failingSince: null });
    }
  };
  for (const one of there.filter(({ id }) => !exits.has(id))) {
    if (one.step === null) arrive(one, program.first);
    else if (program.instructions.has(one.step)) put(at, one.step, one);
    else end(progress, one, 'completed', null);
  }

  // Steps lead only to later ones, so each is taken once, by all runs that reach it.
  for (const [id, instruction] of program.instructions) {
    const here = at.get(id);
    if (!here) continue;
    const outcomes = await take(context, steps, instruction, here, onFault);
    for (const one of here) settle(progress, context.now, instruction, one, outcomes.get(one.id) ?? LOST, arrive);
  }
  return progress;
}

/** A reordered version may lead back to a step that was taken in an older version. Skips it. */
function notTaken({ instructions }: Program, { taken }: ClaimedRun, first: string | null): string | null {
  let step = first;
  while (step !== null && taken.includes(step)) step = instructions.get(step)?.next ?? null;
  return step;
}

const LOST: StepOutcome = { outcome: 'cannot', reason: UNKNOWN_FAULT };

/** An error of a step is rolled back, and applies to all runs at it. A lost transaction is passed on to the caller. */
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

function put(at: Map<string, ClaimedRun[]>, step: string, one: ClaimedRun): void {
  const others = at.get(step);
  if (others) others.push(one);
  else at.set(step, [one]);
}
