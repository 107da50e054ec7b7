import type { ContactFieldType } from '../../../generated/dashboard/people.ts';
import type { useFormat } from '../../texts/use-format.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A birthday whose year nobody knows. */
const NO_YEAR = /^--\d\d-\d\d$/;

/** Whether a value is a day without a time, or none. */
export const isDay = (value: unknown): boolean => value == null || (typeof value === 'string' && DAY.test(value));

/** An attribute as it is edited. */
export const editedText = (value: unknown): string =>
  value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** An attribute as people read it. */
export function shownText(
  value: unknown,
  type: ContactFieldType,
  { number, date, dayOfYear, moment }: ReturnType<typeof useFormat>,
  words: { yes: string; no: string },
): string {
  if (value == null) return '';
  if (type === 'BOOLEAN' && typeof value === 'boolean') return value ? words.yes : words.no;
  // More digits than are usual would be cut off.
  if (type === 'NUMBER' && typeof value === 'number')
    return /\.\d{4}/.test(String(value)) ? String(value) : number(value);
  if (type === 'DATE' && typeof value === 'string' && NO_YEAR.test(value)) return dayOfYear(value);
  if (type === 'DATE' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return isDay(value) ? date(String(value)) : moment(value);
  return editedText(value);
}

const WITH_COMMA = /^-?\d+,\d+$/;

/** What was typed, as the API takes it: nothing takes the value away. The server says what is wrong with it. */
export function givenValue(typed: string, type: ContactFieldType): string | boolean | null {
  if (typed.trim() === '') return null;
  if (type === 'BOOLEAN') return typed === 'true';
  if (type === 'NUMBER') return WITH_COMMA.test(typed.trim()) ? typed.trim().replace(',', '.') : typed.trim();
  return type === 'TEXT' ? typed : typed.trim();
}
