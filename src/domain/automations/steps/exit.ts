import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

/** Ends the run. */
export const exit: TakeStep<'exit'> = async (_context, _step, runs) =>
  outcomesOf(runs, () => ({ outcome: 'exit', exitReason: 'exit' }));
