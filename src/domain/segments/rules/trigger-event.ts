import { PROPERTY, readCondition } from '../property-condition.ts';
import type { RuleType } from '../rule-type.ts';

/** A property of the event that started a run: `e`, whose properties are null where nothing of the kind started it. */
export const triggerEvent: RuleType = {
  name: 'TriggerEvent',
  description: 'A property of the event that started the run.',
  condition: PROPERTY,
  read: (rule) => {
    const read = readCondition(rule);
    if ('issues' in read) return read;
    const { operator, value } = read.condition;
    return { operator, value, sql: read.sql };
  },
};
