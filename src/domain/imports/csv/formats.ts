import { z } from 'zod';
import { listOf, oneOf, record, text } from '../../../validation/text.ts';
import type { FieldType } from '../../audience/attributes.ts';
import { DATE_FORMATS, fittingDateFormats, readAnyDate } from './dates.ts';

const DECIMALS = ['.', ','] as const;
const words = () => listOf(text(100), 0, 50).nullish();

const parts = record({
  decimal: oneOf(DECIMALS).nullish(),
  date: z.preprocess(
    (value) => (typeof value === 'string' ? value.toUpperCase() : value),
    oneOf(DATE_FORMATS).nullish(),
  ),
  yes: words(),
  no: words(),
});

/** How the cells of one column are written. */
export const formatRule = parts.catchall(
  z.custom<undefined>(() => false, 'is no part of a format: they are decimal, date, yes and no.'),
);

export type Format = z.output<typeof parts>;

/** The parts of a format that a column of a type can have. */
const PARTS: Record<FieldType, readonly (keyof Format)[]> = {
  text: [],
  number: ['decimal'],
  date: ['date'],
  boolean: ['yes', 'no'],
};

/** The first part of a format that does not go with a type. */
export const strangePart = (format: Format, type: FieldType): keyof Format | undefined =>
  (Object.keys(format) as (keyof Format)[]).find((part) => format[part] != null && !PARTS[type].includes(part));

/** The value of a cell; a cell that does not fit is returned as it is, and the validation decides. */
export type ReadCell = (cell: string) => string | number | boolean;

/** How the cells of a column of a type are read. */
export function cellReader(type: FieldType, format: Format = {}): ReadCell {
  if (type === 'number') {
    return (cell) =>
      format.decimal !== ',' && PLAIN_NUMBER.test(cell) ? cell : (readNumber(cell, format.decimal) ?? cell);
  }
  if (type === 'date') return (cell) => readAnyDate(cell, format.date ?? undefined) ?? cell;
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
/** A number that has nothing but a decimal comma: three digits behind it might be thousands. */
const CLEAR_COMMA = /^-?\d+,(\d{1,2}|\d{4,})$/;

function readNumber(cell: string, decimal: Format['decimal']): number | undefined {
  const text = cell.trim();
  if (decimal === ',' || (!decimal && CLEAR_COMMA.test(text))) {
    return WITH_COMMA.test(text) ? Number(text.replace(/[. '\u00a0\u202f]/g, '').replace(',', '.')) : undefined;
  }
  return decimal && WITH_STOP.test(text) ? Number(text.replace(/[, '\u00a0\u202f]/g, '')) : undefined;
}

const plain = (word: string): string => word.trim().toLowerCase();

/** What counts as yes and no in every column. Spreadsheets write TRUE, people x. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...'true yes y 1 x on ✓ ✔ ja j oui si sí sim wahr vrai'.split(' ').map((word) => [word, true] as const),
  ...'false no n 0 off - nein non não nao falsch faux'.split(' ').map((word) => [word, false] as const),
]);

/** The format of a column as far as a sample of its cells shows it, and the date formats that it leaves open. */
export function detectFormat(type: FieldType, sample: readonly string[]): { format?: Format; choices: string[] } {
  if (type === 'date') {
    const fitting = fittingDateFormats(sample);
    return fitting.length === 1 ? { format: { date: fitting[0]! }, choices: [] } : { choices: fitting };
  }
  const decimal = type === 'number' && detectDecimal(sample);
  return decimal ? { format: { decimal }, choices: [] } : { choices: [] };
}

/** The decimal mark that all numbers of a sample agree on; undefined when they do not, or could mean either. */
function detectDecimal(sample: readonly string[]): '.' | ',' | undefined {
  const numbers = sample.map((cell) => cell.trim()).filter((cell) => WITH_COMMA.test(cell) || WITH_STOP.test(cell));
  const marked = numbers.filter((cell) => !/^-?\d+$/.test(cell));
  const fits = {
    '.': marked.every((cell) => WITH_STOP.test(cell)),
    ',': marked.every((cell) => WITH_COMMA.test(cell)),
  };
  if (fits['.'] === fits[',']) return undefined;
  if (fits[',']) return ',';
  return marked.every((cell) => PLAIN_NUMBER.test(cell)) ? undefined : '.';
}
