import { outcomesOf } from './outcomes.ts';
import type { TakeStep } from './step-kind.ts';

/** To come. */
export const send: TakeStep<'send'> = async (_context, _step, runs) =>
  outcomesOf(runs, () => ({ outcome: 'cannot', reason: 'Not built yet.' }));
