import type { TriggerEvent } from './steps/step-kind.ts';

/**
 * `event` of the merge data: the properties of what started the run, and of `name`, `value`, `currency` and `occurred_at`
 * those that no property is called. Null: the run was started by something else.
 */
export const eventValues = (event: TriggerEvent | null): Record<string, unknown> | null => {
  if (!event) return null;
  const { properties, ...own } = event;
  return { ...own, ...properties };
};
