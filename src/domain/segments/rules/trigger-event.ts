import { misspelt, PROPERTY, readCondition } from '../property-condition.ts';
import type { RuleType } from '../rule-type.ts';

/**
 * A property of the event that started a run, or its own value or currency: `e`, whose columns are null without an event.
 */
export const triggerEvent: RuleType = {
  name: 'TriggerEvent',
  description: 'A property of the event that started the run, or its value or currency.',
  condition: PROPERTY,
  misspelt,
  read: (rule) => {
    const read = readCondition(rule);
    if ('issues' in read) return read;
    const { operator, value } = read.condition;
    return { operator, value, sql: read.sql };
  },
};
