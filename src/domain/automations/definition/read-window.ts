import { rulesOf } from './declared.ts';
import type { SendWindow } from './definition.ts';
import type { Path, Reading } from './reading.ts';
import { WINDOW_FIELDS } from './shared-fields.ts';

const shape = rulesOf(WINDOW_FIELDS);

/** Reads a send window `{from, to, weekdays?}`. Undefined, with an issue, if it is invalid. */
export function readWindow(reading: Reading, path: Path, given: unknown): SendWindow | undefined {
  const read = reading.keys(path, given, shape, 'send_window');
  if (!read) return undefined;
  const { from, to, weekdays: days } = read;
  if (from === to) return void reading.complain([...path, 'to'], 'must differ from `from`.');
  return { from, to, ...(days && { weekdays: [...new Set(days)] }) };
}
