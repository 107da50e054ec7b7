import type { StepType } from '../definition/definition.ts';
import { condition, split, waitFor } from './branching.ts';
import { addTags, removeTags, setAttribute } from './change-subscriptions.ts';
import { outcomesOf } from './outcomes.ts';
import { send } from './send.ts';
import type { TakeStep } from './step-kind.ts';
import { subscribe, unsubscribe } from './subscribe.ts';
import { wait } from './wait.ts';
import { takeWebhook } from './webhook.ts';

/** Ends the run. */
const exit: TakeStep<'exit'> = async (_context, _step, runs) =>
  outcomesOf(runs, () => ({ outcome: 'exit', exitReason: 'exit' }));

/** The implementation of each step type. A type without an entry does not compile. */
export type Steps = { [Type in StepType]: TakeStep<Type> };

export const STEPS: Steps = {
  send,
  wait,
  wait_for: waitFor,
  condition,
  split,
  add_tags: addTags,
  remove_tags: removeTags,
  set_attribute: setAttribute,
  subscribe,
  unsubscribe,
  webhook: takeWebhook,
  exit,
};
