import { setAttributeOfMany } from '../../audience/set-attribute.ts';
import { tagMany, untagMany } from '../../audience/tag-many.ts';
import { DONE, NOT_SUBSCRIBED, outcomesOf } from './outcomes.ts';
import type { StepOutcome, TakeStep } from './step-kind.ts';

/** Adds tags to the subscriptions, creating missing ones. */
export const addTags: TakeStep<'add_tags'> = async (context, { tags }, runs) => {
  const subscriptions = await context.subscriptionsOf(runs);
  await tagMany(context.scope, idsOf(subscriptions), tags);
  return outcomesOf(runs, ({ id }) => (subscriptions.has(id) ? DONE : NOT_SUBSCRIBED));
};

/** Removes tags from the subscriptions. */
export const removeTags: TakeStep<'remove_tags'> = async (context, { tags }, runs) => {
  const subscriptions = await context.subscriptionsOf(runs);
  await untagMany(context.scope, idsOf(subscriptions), tags);
  return outcomesOf(runs, ({ id }) => (subscriptions.has(id) ? DONE : NOT_SUBSCRIBED));
};

const idsOf = (subscriptions: ReadonlyMap<string, { id: string }>): string[] => [
  ...new Set([...subscriptions.values()].map(({ id }) => id)),
];

/** Sets or removes an attribute of the subscriptions. Refuses a value that its contact field no longer accepts. */
export const setAttribute: TakeStep<'set_attribute'> = async (context, { key, value }, runs) => {
  const subscriptions = await context.subscriptionsOf(runs);
  const ids = [...new Set([...subscriptions.values()].map(({ id }) => id))];
  const problem = await setAttributeOfMany(context.scope, ids, key, value);
  const outcome: StepOutcome = problem === undefined ? DONE : { outcome: 'skipped', reason: `${key} ${problem}` };
  return outcomesOf(runs, ({ id }) => (subscriptions.has(id) ? outcome : NOT_SUBSCRIBED));
};
