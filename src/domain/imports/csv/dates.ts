import { readDateTime } from '../../../validation/time.ts';

/** How a column may write its dates. A time may follow each, as `12:30`, `12:30:15` or with an offset. */
export const DATE_FORMATS = [
  ...['YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'DD.MM.YYYY'],
  ...['DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'MM-DD-YYYY'],
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Those that nothing else could be meant by. */
const PLAIN = DATE_FORMATS.slice(0, 4) as readonly DateFormat[];

const TIME = String.raw`(?:[T ] ?(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)(?: (?:[A-Z]{2,5}|[+-]\d\d\d?\d?))?)?)?`;
const PARTS: Record<string, string> = { YYYY: '(?<year>\\d{4})', MM: '(?<month>\\d\\d?)', DD: '(?<day>\\d\\d?)' };

const PATTERNS = new Map(
  DATE_FORMATS.map((format) => {
    const date = format.replaceAll('.', '\\.').replace(/YYYY|MM|DD/g, (part) => PARTS[part]!);
    return [format, new RegExp(`^${date}${TIME}$`)];
  }),
);

/**
 * Reads a date or a date-time in one format. Returns `2026-01-31`, or a date-time in RFC 3339, which is in UTC when no
 * offset is given; undefined for anything else, 30 February included.
 */
export function readDate(cell: string, format: DateFormat): string | undefined {
  const found = PATTERNS.get(format)!.exec(cell.trim())?.groups;
  if (!found) return undefined;
  const { year, month, day, hour, minute, second = '00', fraction, zone = 'Z' } = found;
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const time = hour ? `${hour.padStart(2, '0')}:${minute}:${second}${fraction ? `.${fraction}` : ''}` : '00:00:00';
  const moment = `${date}T${time}${offset}`;
  if (!readDateTime(moment)) return undefined;
  return hour ? moment : date;
}

/** Reads a cell in the column's format, if it has one, or in a format that nothing else could be meant by. */
export function readAnyDate(cell: string, format?: DateFormat): string | undefined {
  const inFormat = format && readDate(cell, format);
  if (inFormat !== undefined) return inFormat;
  for (const plain of PLAIN) {
    const date = readDate(cell, plain);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** The formats in which all dates of a sample can be read. None when every date is plain, or no format fits. */
export function fittingDateFormats(sample: readonly string[]): DateFormat[] {
  const unclear = sample.filter(
    (cell) => readAnyDate(cell) === undefined && DATE_FORMATS.some((f) => readDate(cell, f)),
  );
  if (unclear.length === 0) return [];
  return DATE_FORMATS.filter((format) => unclear.every((cell) => readDate(cell, format) !== undefined));
}
