import { type DateContext, writeDate } from './date-parts.ts';
import { monthNamed } from './month-names.ts';
import { TIME } from './time-pattern.ts';

const LONGEST = 100;
const WORD = /\p{L}/u;
/** The redundant weekday before a date. */
const WEEKDAY = /^\p{L}{2,}\.?,? (?=.*\p{L}.*\d|.*\d.*\p{L})/u;
const ORDINAL = /(\d)(?:st|nd|rd|th|er|ère|[.ºª])(?![\p{L}\d])/giu;
/** Words between the parts: `14 de marzo de 1990`, `1990 m.`, `the 14th of March`. */
const BETWEEN = /(?<!\p{L})(?:de|del|of|the|den|der|le|el|il|di|do|r|roku|року|года?|г)(?!\p{L})\.?/giu;
const TIME_BEHIND = new RegExp(`(?:,|T| at| um| à| a las| kl\\.?|) ${TIME}$`, 'i');

/**
 * Reads a date with the name of its month, in any unambiguous order: `14-Mar-90`, `Mar 14, 1990`, `14. März 1990`, `14 de
 * marzo de 1990`, `Wed, 14 Mar 1990 17:30:00 +0000`, without a year `14 March`. Undefined for anything else.
 */
export function readWordedDate(text: string, context: DateContext): string | undefined {
  if (text.length > LONGEST || !WORD.test(text) || !/\d/.test(text)) return undefined;
  const behind = TIME_BEHIND.exec(text);
  const time = behind?.groups;
  const date = behind ? text.slice(0, behind.index) : text;
  return (
    readParts(date, time, context) ??
    (WEEKDAY.test(date) ? readParts(date.replace(WEEKDAY, ''), time, context) : undefined) ??
    readMovedYear(text, context)
  );
}

function readParts(date: string, time: Record<string, string> | undefined, context: DateContext): string | undefined {
  const parts = date
    .replace(ORDINAL, '$1 ')
    .replace(BETWEEN, ' ')
    .split(/[\s,./-]+/)
    .filter(Boolean);
  const at = parts.findIndex((part) => WORD.test(part));
  const month = monthNamed(parts[at] ?? '');
  const numbers = parts.filter((_, index) => index !== at);
  if (!month || numbers.length > 2 || numbers.some((part) => !/^\d{1,4}$/.test(part))) return undefined;
  const [first = '', second] = numbers;
  // The year is the number with four digits, or the last.
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  if (!day || day.length > 2 || (year !== undefined && year.length !== 4 && year.length !== 2)) return undefined;
  return writeDate({ year, month: String(month), day, ...(time && { time }) }, context);
}

/** `Wed Mar 14 1990` may have its time before the year, or after it as JavaScript writes it. */
const YEAR_BEHIND = new RegExp(`^(?<date>.*\\p{L}.*) ${TIME} (?<year>\\d{4})$`, 'iu');

function readMovedYear(text: string, context: DateContext): string | undefined {
  const { date, year, ...time } = YEAR_BEHIND.exec(text)?.groups ?? {};
  if (!date || !year) return undefined;
  const moved = `${date} ${year}`;
  return readParts(moved, time, context) ?? readParts(moved.replace(WEEKDAY, ''), time, context);
}
