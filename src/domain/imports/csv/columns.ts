import { type Issue, ValidationError } from '../../../errors.ts';
import { storable } from '../../../validation/text.ts';
import { wordOf } from '../../../validation/word-of.ts';
import { holdsAddresses, isAddress } from './addresses.ts';
import { CONSENT_FIELDS, type ConsentColumn } from './consent-column.ts';
import { unescapeFormula } from './escape-formula.ts';
import { FIELDS, fieldMapped, fieldNamed } from './field-names.ts';
import { findConsent } from './find-consent.ts';
import { findForeign } from './find-foreign.ts';
import type { Format } from './formats.ts';
import { fileProblem } from './problem.ts';
import type { CsvRow } from './read-rows.ts';

/** A column of a file, and the field that it is imported into, if any. */
export interface Column {
  /** From the header; without a header, the number of the column. */
  name: string;
  field: string | null;
  /** The format of its cells, if given or detected. */
  format?: Format | null;
  /** How its cells express consent, if its name shows that. */
  consent?: ConsentColumn;
}

export interface Columns {
  columns: Column[];
  /** Notes for the person who imports the file, such as ignored columns. */
  warnings: string[];
  /** Questions that only the caller can answer. An import waits for the answers. */
  problems: Issue[];
}

export const MAX_COLUMNS = 200;
/** The extra column in a file of failed rows. */
export const ERROR_COLUMN = 'import_error';
const LONGEST_NAME = 100;

interface Given {
  /** Column name or number → field; null ignores the column. */
  mapping: Readonly<Record<string, unknown>>;
  /** Whether the file lists addresses to suppress: nobody is subscribed, and there are no questions about columns. */
  onlyAddresses?: boolean;
}

/**
 * Finds the columns of a file from the header row, if any, the mapping, the first rows of people, and the keys of the
 * team's contact fields. Throws ValidationError for a mapping that does not match the file.
 */
export function readColumns(
  names: CsvRow | undefined,
  sample: readonly CsvRow[],
  { mapping, onlyAddresses = false }: Given,
  keys: ReadonlySet<string>,
): Columns {
  const { cells } = names ?? sample[0] ?? { cells: [] };
  if (cells.length > MAX_COLUMNS) throw fileProblem(`has more than ${MAX_COLUMNS} columns.`);
  const columns = cells.map(
    (cell, index): Column => ({
      name: (names && storable(unescapeFormula(cell).trim().slice(0, LONGEST_NAME))) || String(index + 1),
      field: null,
    }),
  );
  const mapped = applyMapping(columns, mapping, keys);
  const free = (column: Column): boolean => column.field === null && !mapped.has(column);
  if (names) {
    for (const column of columns) if (free(column)) column.field = fieldNamed(column.name, keys) ?? null;
  } else {
    for (const [index, column] of columns.entries())
      if (free(column) && isAddress(cells[index]!)) column.field = 'email';
  }
  giveWayToMapping(columns, mapped);
  preferAddresses(columns, mapped, sample);
  const asked = onlyAddresses ? [] : findConsent(columns, mapped, sample, names !== undefined);
  const given = names ? findForeign(columns, mapped, sample, keys) : [];
  const warnings = findAddresses(columns, mapped, sample);
  const questions = asked.map(({ column, problem }) => ({ path: ['mapping', keyOf(columns, column)], problem }));
  const isAsked = new Set(asked.map(({ column }) => column));
  for (const column of columns) {
    if (!free(column) || isAsked.has(column) || isErrorColumn(column)) continue;
    const reason = given.includes(column) ? 'another column has the same meaning' : 'it matches no field';
    warnings.push(`The column "${column.name}" is left out, because ${reason}.`);
  }
  return { columns, warnings, problems: [...onlyOne(columns), ...questions] };
}

/** Whether a column came from a file of failed rows, and is not mapped to a field. */
export const isErrorColumn = ({ name, field }: Column): boolean => field === null && wordOf(name) === ERROR_COLUMN;

/** The key of a column in a mapping: its number if another column has the same name. */
export const keyOf = (columns: readonly Column[], column: Column): string =>
  columns.find(({ name }) => name === column.name) === column ? column.name : String(columns.indexOf(column) + 1);

/** Fields that several columns may set: the worst of their values counts. */
const SHARED = new Set<string>(CONSENT_FIELDS);

/** Applies the caller's mapping. Returns the mapped columns. Throws ValidationError. */
function applyMapping(columns: Column[], mapping: Given['mapping'], keys: ReadonlySet<string>): Set<Column> {
  const issues: Issue[] = [];
  const mapped = new Set<Column>();
  for (const [name, wanted] of Object.entries(mapping)) {
    const column = columns.find((column) => column.name === name) ?? columns[Number(name) - 1];
    const field = wanted === null ? null : typeof wanted === 'string' ? fieldMapped(wanted, keys) : undefined;
    const path = ['mapping', name];
    if (!column) issues.push({ path, problem: 'is not a column of the file.' });
    else if (field === undefined) {
      issues.push({ path, problem: `must be null or one of ${FIELDS.join(', ')}, attributes.KEY.` });
    } else {
      column.field = field;
      mapped.add(column);
    }
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return mapped;
}

/** The mapping takes precedence over the header. */
function giveWayToMapping(columns: readonly Column[], mapped: ReadonlySet<Column>): void {
  const wanted = new Set([...mapped].flatMap(({ field }) => (field && !SHARED.has(field) ? field : [])));
  for (const column of columns) if (!mapped.has(column) && wanted.has(column.field ?? '')) column.field = null;
}

/** Ignores columns that are named like addresses but contain none, if another column contains some. */
function preferAddresses(columns: readonly Column[], mapped: ReadonlySet<Column>, sample: readonly CsvRow[]): void {
  const named = columns.filter((column) => column.field === 'email' && !mapped.has(column));
  const has = (column: Column) => sample.some(({ cells }) => isAddress(cells[columns.indexOf(column)] ?? ''));
  if (!columns.some((_, index) => holdsAddresses(sample, index))) return;
  for (const column of named) if (!has(column)) column.field = null;
}

/** Uses the only column with addresses if no column name shows which it is. Returns a note about that. */
function findAddresses(columns: Column[], mapped: ReadonlySet<Column>, sample: readonly CsvRow[]): string[] {
  if (columns.some(({ field }) => field === 'email')) return [];
  const holding = columns.filter((column, index) => !mapped.has(column) && holdsAddresses(sample, index));
  const [only] = holding;
  if (!only || holding.length > 1) return [];
  only.field = 'email';
  delete only.consent;
  return [`The column "${only.name}" is read as the e-mail address, because it is the only column with addresses.`];
}

/** Issues for fields without a required column, or with too many. */
function onlyOne(columns: readonly Column[]): Issue[] {
  const fields = columns.flatMap(({ field }) => (field && !SHARED.has(field) ? field : []));
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  const problems = twice ? [`has more than one column for ${twice}. Choose one of them in mapping.`] : [];
  if (!fields.includes('email'))
    problems.push('has no column email. Choose the column with the e-mail addresses in mapping.');
  return problems.flatMap((problem) => fileProblem(problem).issues);
}
