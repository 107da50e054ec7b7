import { matchingRuns } from '../runs/matching-runs.ts';
import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

/** Separates matching runs from the others. */
export const condition: TakeStep<'condition'> = async (context, step, runs) => {
  const holds = await matchingRuns(context, step.if, runs);
  return outcomesOf(runs, ({ id }) => ({ outcome: 'done', branch: holds.has(id) ? 'then' : 'else' }));
};
