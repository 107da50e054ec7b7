import { oneOf, yesOrNo } from '../../../validation/text.ts';
import { timeOfDay } from '../../../validation/time.ts';
import { eventName } from '../../insight/event-input.ts';
import { propertyCondition, sentPropertyCondition } from '../../segments/property-condition.ts';
import { byDefault, described, type Form, listed, scalar } from '../../segments/value.ts';
import { maybe } from './declared.ts';

export const yes = (description: string) => maybe(scalar('Boolean', yesOrNo(), description));
export const time = (description: string) => scalar('TimeOfDay', timeOfDay(), description);

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const day = { schema: oneOf(DAYS), form: { is: 'choice', name: 'Weekday' } satisfies Form };

/** Weekdays on which a window opens or a wait ends. */
export const WEEKDAYS = maybe(described('The days of the window. Default: every day.', listed(day, 1, DAYS.length)));
export { DAYS };

/** The keys of a send window. */
export const WINDOW_FIELDS = {
  from: time('The time of day when the window opens, such as 08:00.'),
  to: time('The end of the window, exclusive. If it is earlier than `from`, the window ends on the next day.'),
  weekdays: WEEKDAYS,
};

export const WINDOW_FORM: Form = {
  is: 'record',
  name: 'AutomationSendWindow',
  isNamed: true,
  description: "The hours in which e-mails are sent, in each person's time zone.",
  fields: WINDOW_FIELDS,
};

const MOST_CONDITIONS = 10;

const sentCondition = { ...propertyCondition, schema: sentPropertyCondition };

/** The keys of an event in a trigger, an exit or a step: its name, and conditions on its properties. */
export const EVENT_FIELDS = {
  name: scalar('String', eventName, 'The name of the event.'),
  where: byDefault(
    [],
    maybe(described('Conditions on its properties. All must match.', listed(sentCondition, 1, MOST_CONDITIONS))),
  ),
};

export const EVENT_FORM: Form = {
  is: 'record',
  name: 'AutomationEvent',
  isNamed: true,
  description: 'An event of the person, by name and properties.',
  fields: EVENT_FIELDS,
};
