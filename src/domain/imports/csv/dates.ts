import { type DateContext, PLAIN_CONTEXT, writeDate } from './date-parts.ts';
import { TIME } from './time-pattern.ts';
import { readWordedDate } from './worded-dates.ts';

/** The date formats of columns. The year may have two digits, or be missing. A time may follow. */
export const DATE_FORMATS = [
  ...['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'DD.MM.YYYY'],
  ...['DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'MM-DD-YYYY'],
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Unambiguous formats. */
const PLAIN = DATE_FORMATS.slice(0, 4) as readonly DateFormat[];

const PARTS: Record<string, string> = { YYYY: '(?<year>\\d{4})', MM: '(?<month>\\d\\d?)', DD: '(?<day>\\d\\d?)' };
/** After a day and a month, where only a year is possible. */
const LAST_YEAR = '(?<year>\\d{4}|\\d\\d)';

const PATTERNS = new Map(
  DATE_FORMATS.map((format) => {
    const [, before, mark = ''] = /^([^Y]*)([./-])YYYY$/.exec(format) ?? [];
    const dayFirst = before !== undefined ? `${escaped(before)}(?:\\${mark}(?:${LAST_YEAR})?)?` : escaped(format);
    return [format, new RegExp(`^${dayFirst}(?:(?:T|,? ) ?${TIME})?$`, 'i')];
  }),
);

function escaped(format: string): string {
  return format.replaceAll('.', '\\.').replace(/YYYY|MM|DD/g, (part) => PARTS[part]!);
}

/** Only a date with full stops ends with one: `14.03.` is valid, `14/03/` is a mistake. */
const ENDS_OPEN = /[/-](?= |$)/;
/** A month and a day, as in vCards and ISO 8601. */
const NO_YEAR = /^--(?<month>\d\d)-?(?<day>\d\d)$/;

/**
 * Reads a date or a date-time in one format. Returns `2026-01-31`, `--01-31` without a year, or a date-time in RFC 3339;
 * undefined for anything else, 30 February included.
 */
export function readDate(cell: string, format: DateFormat, context: DateContext = PLAIN_CONTEXT): string | undefined {
  const text = tidied(cell);
  const found = PATTERNS.get(format)!.exec(text)?.groups;
  if (!found || ENDS_OPEN.test(text)) return undefined;
  const { year, month = '', day = '', ...time } = found;
  return writeDate({ year, month, day, ...(time.hour !== undefined && { time }) }, context);
}

/** Reads a cell in the column's format, if it has one, or in an unambiguous form. */
export function readAnyDate(
  cell: string,
  format?: DateFormat,
  context: DateContext = PLAIN_CONTEXT,
): string | undefined {
  const inFormat = format && readDate(cell, format, context);
  if (inFormat !== undefined) return inFormat;
  for (const plain of PLAIN) {
    const date = readDate(cell, plain, context);
    if (date !== undefined) return date;
  }
  const { month, day } = NO_YEAR.exec(tidied(cell))?.groups ?? {};
  if (month && day) return writeDate({ month, day }, context);
  return readWordedDate(tidied(cell), context);
}

/** Normalises spaces: Intl writes a narrow one before PM. */
const tidied = (cell: string): string => cell.trim().replace(/\s+/g, ' ');

/** The formats in which all dates of a sample can be read. None if every date is unambiguous, or no format fits. */
export function fittingDateFormats(sample: readonly string[]): DateFormat[] {
  const unclear = sample.filter(
    (cell) => readAnyDate(cell) === undefined && DATE_FORMATS.some((f) => readDate(cell, f)),
  );
  if (unclear.length === 0) return [];
  return DATE_FORMATS.filter((format) => unclear.every((cell) => readDate(cell, format) !== undefined));
}
