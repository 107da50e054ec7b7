import { listOf, oneOf } from '../../../validation/text.ts';
import { timeOfDay } from '../../../validation/time.ts';
import type { SendWindow } from './definition.ts';
import type { Path, Reading } from './reading.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Weekdays on which a window opens or a wait ends. */
export const weekdays = () => listOf(oneOf(DAYS), 1, DAYS.length).nullish();

const shape = { from: timeOfDay(), to: timeOfDay(), weekdays: weekdays() };

/** Reads a send window `{from, to, weekdays?}`. Undefined, with an issue, if it is invalid. */
export function readWindow(reading: Reading, path: Path, given: unknown): SendWindow | undefined {
  const read = reading.keys(path, given, shape, 'send_window');
  if (!read) return undefined;
  const { from, to, weekdays: days } = read;
  if (from === to) return void reading.complain([...path, 'to'], 'must differ from `from`.');
  return { from, to, ...(days && { weekdays: [...new Set(days)] }) };
}
