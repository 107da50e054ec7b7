import type { StepType } from './definition.ts';

/** What a step of each type changes beyond its run: nothing, people and their subscriptions, or something outside. */
export const STEP_EFFECTS: Record<StepType, 'nothing' | 'people' | 'outside'> = {
  send: 'outside',
  wait: 'nothing',
  wait_for: 'nothing',
  condition: 'nothing',
  split: 'nothing',
  add_tags: 'people',
  remove_tags: 'people',
  set_attribute: 'people',
  subscribe: 'people',
  unsubscribe: 'people',
  webhook: 'outside',
  exit: 'nothing',
};
