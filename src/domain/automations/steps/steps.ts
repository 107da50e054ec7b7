import type { StepType } from '../definition/definition.ts';
import { addTags, removeTags } from './change-tags.ts';
import { condition } from './condition.ts';
import { exit } from './exit.ts';
import { send } from './send.ts';
import { setAttribute } from './set-attribute.ts';
import { split } from './split.ts';
import type { TakeStep } from './step-kind.ts';
import { subscribe, unsubscribe } from './subscribe.ts';
import { wait } from './wait.ts';
import { waitFor } from './wait-for.ts';
import { takeWebhook } from './webhook.ts';

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
