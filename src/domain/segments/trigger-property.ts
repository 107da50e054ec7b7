import type { Issue } from '../../errors.ts';
import { unknownKeys } from '../../validation/known-keys.ts';
import { record } from '../../validation/text.ts';
import { validate } from '../../validation/validate.ts';
import { isObject, type Loose } from './conditions.ts';
import { propertyName } from './property-path.ts';
import { misspelling } from './property-spelling.ts';
import type { Value } from './value.ts';

/** Used instead of a value: the values of a property of the event that started the run. */
export interface TriggerProperty {
  trigger_property: string;
}

const KEY = 'trigger_property';

/** Its form. */
export const TRIGGER_PROPERTY: Value = {
  schema: record({ [KEY]: propertyName }),
  form: {
    is: 'wrapped',
    key: KEY,
    of: { is: 'scalar', scalar: 'String' },
    keyDescription: 'A property of the event that started the run. For automations only.',
  },
};

export const isTriggerProperty = (value: unknown): value is Loose => isObject(value) && Object.hasOwn(value, KEY);

/** Why such a condition is refused without a run. */
export const NO_RUN =
  'must be a value. Only exits, wait_for steps and conditions of an automation can compare with a trigger_property.';

/** Validates `{"trigger_property": "cart.id"}`, the value of a condition. Paths begin at the condition. */
export function readTriggerProperty(value: Loose): { value: TriggerProperty } | { issues: Issue[] } {
  const read = validate(propertyName, value[KEY]);
  const misspelt = 'value' in read ? misspelling(read.value) : undefined;
  const issues = [
    ...unknownKeys(value, [KEY], 'the value'),
    ...('issues' in read ? read.issues.map((issue) => ({ ...issue, path: [KEY] })) : []),
    ...(misspelt === undefined ? [] : [{ path: [KEY], problem: misspelt }]),
  ];
  if ('value' in read && issues.length === 0) return { value: { trigger_property: read.value } };
  return { issues: issues.map(({ path, problem }) => ({ path: ['value', ...path], problem })) };
}
