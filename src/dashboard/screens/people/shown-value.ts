import type { ContactFieldType } from '../../../generated/dashboard/people.ts';
import type { useNumbers } from '../../numbers/use-numbers.ts';
import type { useFormat } from '../../texts/use-format.ts';

type Numbers = Pick<ReturnType<typeof useNumbers>, 'read' | 'write'>;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A birthday without a year. */
const NO_YEAR = /^--\d\d-\d\d$/;

/** Whether a value is a day without a time, or none. */
export const isDay = (value: unknown): boolean => value == null || (typeof value === 'string' && DAY.test(value));

/** An attribute as it is edited. */
export const editedText = (value: unknown, type: ContactFieldType, { write }: Numbers): string =>
  type === 'NUMBER' && typeof value === 'number' ? write(value) : plainText(value);

const plainText = (value: unknown): string =>
  value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** An attribute as people read it. */
export function shownText(
  value: unknown,
  type: ContactFieldType,
  { date, dayOfYear, moment }: ReturnType<typeof useFormat>,
  { write }: Numbers,
  words: { yes: string; no: string },
): string {
  if (value == null) return '';
  if (type === 'BOOLEAN' && typeof value === 'boolean') return value ? words.yes : words.no;
  if (type === 'NUMBER' && typeof value === 'number') return write(value);
  if (type === 'DATE' && typeof value === 'string' && NO_YEAR.test(value)) return dayOfYear(value);
  if (type === 'DATE' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return isDay(value) ? date(String(value)) : moment(value);
  return plainText(value);
}

/**
 * Converts typed text to an API value; empty text clears the value. The server validates it, except for
 * a misread number.
 */
export function givenValue(typed: string, type: ContactFieldType, { read }: Numbers): string | number | boolean | null {
  if (typed.trim() === '') return null;
  if (type === 'BOOLEAN') return typed === 'true';
  if (type === 'NUMBER') return read(typed).value ?? null;
  return type === 'TEXT' ? typed : typed.trim();
}
