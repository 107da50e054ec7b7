import type { RunAtStep, StepOutcome } from './step-kind.ts';

/** The outcome of each run. */
export const outcomesOf = (
  runs: readonly RunAtStep[],
  outcomeOf: (run: RunAtStep) => StepOutcome,
): Map<string, StepOutcome> => new Map(runs.map((run) => [run.id, outcomeOf(run)]));

export const DONE: StepOutcome = { outcome: 'done' };

/** For a step that needs a subscription, if the person has none. */
export const NOT_SUBSCRIBED: StepOutcome = { outcome: 'skipped', reason: 'not_subscribed' };
