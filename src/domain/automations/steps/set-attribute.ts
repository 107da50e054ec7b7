import { setAttributeOfMany } from '../../audience/set-attribute.ts';
import { DONE, NOT_SUBSCRIBED, outcomesOf } from './outcomes.ts';
import type { StepOutcome, TakeStep } from './step-kind.ts';

/** Sets or removes an attribute of the subscriptions. Refuses a value that its contact field no longer accepts. */
export const setAttribute: TakeStep<'set_attribute'> = async (context, { key, value }, runs) => {
  const subscriptions = await context.subscriptionsOf(runs);
  const ids = [...new Set([...subscriptions.values()].map(({ id }) => id))];
  const problem = await setAttributeOfMany(context.scope, ids, key, value);
  const outcome: StepOutcome = problem === undefined ? DONE : { outcome: 'skipped', reason: `${key} ${problem}` };
  return outcomesOf(runs, ({ id }) => (subscriptions.has(id) ? outcome : NOT_SUBSCRIBED));
};
