import { AGAIN } from '../domain/automations/definition/rule-fields.ts';
import { DAYS } from '../domain/automations/definition/shared-fields.ts';
import { wireEnum } from './enums.ts';

export const ReEntry = wireEnum('ReEntry', 'Whether a person may enter an automation more than once.', AGAIN, {
  never: 'Once only.',
  after_end: 'After the run has ended.',
  always: 'Any number of runs at a time.',
  restart: 'A newer event ends the run and starts a new one.',
});

export const Weekday = wireEnum('Weekday', 'A day of the week.', DAYS);
