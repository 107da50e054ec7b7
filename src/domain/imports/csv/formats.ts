import { z } from 'zod';
import { listOf, oneOf, record, text } from '../../../validation/text.ts';
import type { FieldType } from '../../audience/attributes.ts';
import type { DateContext } from './date-parts.ts';
import { DATE_FORMATS, type DateFormat, fittingDateFormats, readAnyDate } from './dates.ts';

export const DECIMALS = ['.', ','] as const;
const words = () => listOf(text(100), 0, 50).nullish();

const parts = record({
  decimal: oneOf(DECIMALS).nullish(),
  date: z.preprocess((value) => (typeof value === 'string' ? inLongForm(value) : value), oneOf(DATE_FORMATS).nullish()),
  yes: words(),
  no: words(),
});

/** `dd/mm/yy` and `DD/MM` mean `DD/MM/YYYY`, which also reads two-digit years and dates without one. */
function inLongForm(value: string): string {
  const [, days, mark, years = ''] = /^((?:DD|MM)[./-](?:MM|DD))([./-]?)(YY|YYYY)?$/.exec(value.toUpperCase()) ?? [];
  const between = mark || days?.[2];
  return days && (years === '' || mark) ? `${days}${between}YYYY` : value.toUpperCase();
}

/** The format of a column's cells. */
export const formatRule = parts.catchall(
  z.custom<undefined>(() => false, 'is not part of a format. The parts are decimal, date, yes and no.'),
);

export type Format = z.output<typeof parts>;

/** The parts of a format that each column type can have. */
const PARTS: Record<FieldType, readonly (keyof Format)[]> = {
  text: [],
  number: ['decimal'],
  date: ['date'],
  boolean: ['yes', 'no'],
};

/** The first part of a format that does not apply to a type. */
export const strangePart = (format: Format, type: FieldType): keyof Format | undefined =>
  (Object.keys(format) as (keyof Format)[]).find((part) => format[part] != null && !PARTS[type].includes(part));

/** The value of a cell. A cell that does not fit is returned unchanged for the validation. */
export type ReadCell = (cell: string) => string | number | boolean;

/** Returns a reader for the cells of a column type. `dates`: the context of its dates. */
export function cellReader(type: FieldType, format: Format = {}, dates?: DateContext): ReadCell {
  if (type === 'number') {
    return (cell) =>
      format.decimal !== ',' && PLAIN_NUMBER.test(cell) ? cell : (readNumber(cell, format.decimal) ?? cell);
  }
  if (type === 'date') return (cell) => readAnyDate(cell, format.date ?? undefined, dates) ?? cell;
  if (type === 'text') return (cell) => cell;
  const meanings = new Map(BOOLEANS);
  for (const word of format.yes ?? []) meanings.set(plain(word), true);
  for (const word of format.no ?? []) meanings.set(plain(word), false);
  return (cell) => meanings.get(plain(cell)) ?? cell;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** `12,5` and `1.234,50`; with a full stop, `1,234.50`. */
const WITH_COMMA = /^-?(\d{1,3}(?:[. '\u00a0\u202f]\d{3})+|\d+)(,\d+)?$/;
const WITH_STOP = /^-?(\d{1,3}(?:[, '\u00a0\u202f]\d{3})+|\d+)(\.\d+)?$/;
/** A number with only a decimal comma: three digits after it could be thousands. */
const CLEAR_COMMA = /^-?\d+,(\d{1,2}|\d{4,})$/;

function readNumber(cell: string, decimal: Format['decimal']): number | undefined {
  const text = cell.trim();
  if (decimal === ',' || (!decimal && CLEAR_COMMA.test(text))) {
    return WITH_COMMA.test(text) ? Number(text.replace(/[. '\u00a0\u202f]/g, '').replace(',', '.')) : undefined;
  }
  return decimal && WITH_STOP.test(text) ? Number(text.replace(/[, '\u00a0\u202f]/g, '')) : undefined;
}

/** `1.234` and `1,234`: thousands in some countries, decimals in others. A leading zero rules out thousands. */
const EITHER_WAY = /^-?[1-9]\d{0,2}([.,])\d{3}$/;

/** Whether a number cell is ambiguous without a column format. */
export const isUnclearNumber = (cell: string, format: Format | undefined): boolean =>
  !format?.decimal && EITHER_WAY.test(cell.trim());

const plain = (word: string): string => word.trim().toLowerCase();

/** The words for yes and no in every column. Spreadsheets write TRUE, people write x. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...'true yes y 1 x on ✓ ✔ ja j oui si sí sim wahr vrai'.split(' ').map((word) => [word, true] as const),
  ...'false no n 0 off - nein non não nao falsch faux'.split(' ').map((word) => [word, false] as const),
]);

/** The format detected from a sample of cells, or the possible formats. */
export interface DetectedFormat {
  format?: Format;
  dates: DateFormat[];
  decimals: (typeof DECIMALS)[number][];
}

/** Detects the format of a column from a sample of its cells. */
export function detectFormat(type: FieldType, sample: readonly string[]): DetectedFormat {
  if (type === 'date') {
    const fitting = fittingDateFormats(sample);
    return fitting.length === 1
      ? { format: { date: fitting[0]! }, dates: [], decimals: [] }
      : { dates: fitting, decimals: [] };
  }
  return type === 'number' ? detectDecimal(sample) : { dates: [], decimals: [] };
}

/** A leading zero rules out thousands. */
const ZERO = /^-?0[.,]/;

/** The decimal separator that fits all numbers of a sample. Both separators if every number is ambiguous. */
function detectDecimal(sample: readonly string[]): DetectedFormat {
  const numbers = sample.map((cell) => cell.trim()).filter((cell) => WITH_COMMA.test(cell) || WITH_STOP.test(cell));
  const marked = numbers.filter((cell) => !/^-?\d+$/.test(cell));
  const fits = {
    '.': marked.every((cell) => WITH_STOP.test(cell) && !(ZERO.test(cell) && cell.includes(','))),
    ',': marked.every((cell) => WITH_COMMA.test(cell) && !(ZERO.test(cell) && cell.includes('.'))),
  };
  const none = { dates: [], decimals: [] };
  if (fits['.'] === fits[',']) {
    const isOpen = fits['.'] && marked.some((cell) => EITHER_WAY.test(cell));
    return isOpen ? { dates: [], decimals: ['.', ','] } : none;
  }
  return { ...none, format: { decimal: fits[','] ? ',' : '.' } };
}
