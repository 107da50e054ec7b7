import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

/** To come. */
export const webhook: TakeStep<'webhook'> = async (_context, _step, runs) =>
  outcomesOf(runs, () => ({ outcome: 'cannot', reason: 'Not built yet.' }));
