import type { Issue } from '../../../errors.ts';
import { trimInvisible } from '../../../validation/invisible.ts';
import type { FieldType } from '../../audience/attributes.ts';
import type { Column } from './columns.ts';
import type { DateFormat } from './dates.ts';
import { unescapeFormula } from './escape-formula.ts';
import { detectFormat, type Format, strangePart } from './formats.ts';
import type { CsvRow } from './read-rows.ts';

/** The format of a column. */
export interface ColumnFormat {
  /** As given, or as detected from its first cells. Null: the default of its type. */
  format: Format | null;
  /** Date formats that fit its first cells, if several do. */
  dateFormats: DateFormat[];
  /** Decimal separators that fit its numbers, if the numbers are ambiguous: `1.234`. */
  decimals: NonNullable<Format['decimal']>[];
}

interface Formats {
  columns: ColumnFormat[];
  byField: Map<string, Format>;
  issues: Issue[];
  warnings: string[];
}

/** Finds the format of each column: as given by its name or number, or else from a sample of its cells. */
export function findFormats(
  columns: readonly Column[],
  types: ReadonlyMap<string, FieldType>,
  given: Record<string, Format>,
  sample: readonly CsvRow[],
): Formats {
  const found: Formats = { columns: [], byField: new Map(), issues: [], warnings: [] };
  const byColumn = new Map<Column, Format>();
  for (const [name, format] of Object.entries(given)) {
    const column = columns.find((column) => column.name === name) ?? columns[Number(name) - 1];
    if (!column) found.issues.push({ path: ['formats', name], problem: 'is not a column of the file.' });
    else {
      const strange = strangePart(format, typeOf(column, types));
      if (strange) found.issues.push({ path: ['formats', name, strange], problem: WRONG_TYPE[strange] });
      byColumn.set(column, format);
    }
  }
  for (const [index, column] of columns.entries()) {
    const own = byColumn.get(column);
    const {
      format = null,
      dates,
      decimals,
    } = own ? { format: own, dates: [], decimals: [] } : detectFormat(typeOf(column, types), cellsOf(sample, index));
    if (format && column.field) found.byField.set(column.field, format);
    if (dates.length > 0) found.warnings.push(undecided(column.name, dates));
    if (decimals.length > 0) found.warnings.push(unclear(column.name));
    found.columns.push({ format, dateFormats: dates, decimals });
  }
  return found;
}

const WRONG_TYPE: Record<keyof Format, string> = {
  decimal: 'needs a column mapped to a contact field of type number.',
  date: 'needs a column mapped to a contact field of type date, or to a time such as subscribed_at.',
  yes: 'needs a column mapped to a contact field of type boolean.',
  no: 'needs a column mapped to a contact field of type boolean.',
};

const undecided = (name: string, choices: readonly string[]): string =>
  `The dates in the column "${name}" could be ${choices.join(' or ')}. Choose one in formats; otherwise they are left out.`;

const unclear = (name: string): string =>
  `The numbers in the column "${name}" are ambiguous: 1.234 could be 1234 or a decimal number. Set the decimal separator in formats; otherwise they are left out.`;

const TIMES: readonly (string | null)[] = ['subscribed_at', 'opted_in_at', 'unsubscribed_at', 'bounced_at'];

function typeOf({ field }: Column, types: ReadonlyMap<string, FieldType>): FieldType {
  if (TIMES.includes(field)) return 'date';
  const [, key] = /^attributes\.(.+)$/.exec(field ?? '') ?? [];
  return (key !== undefined && types.get(key)) || 'text';
}

const cellsOf = (sample: readonly CsvRow[], index: number): string[] =>
  sample.flatMap(({ cells }) => (cells[index] ? trimInvisible(unescapeFormula(trimInvisible(cells[index]))) : []));
