import { yesOrNo } from '../../../validation/text.ts';
import type { Delimiter } from './delimiter.ts';
import { delimiterRule } from './delimiter-rule.ts';
import { writeLine, writeSafeLine } from './write-line.ts';

/** The form of a CSV file as callers choose it. Parts of a rule for the input of an export. */
export const CSV_FORM = { bom: yesOrNo().nullish(), delimiter: delimiterRule() };

export interface CsvForm {
  /** Whether the file begins with a byte order mark, without which Excel reads UTF-8 as Windows-1252. Absent: it does. */
  bom?: boolean | null | undefined;
  /** Absent: a comma. */
  delimiter?: Delimiter | null | undefined;
}

/** The CSV form as a caller sends it. Validated with CSV_FORM. */
export type GivenCsvForm = { [Part in keyof CsvForm]?: unknown };

const MARK = '\ufeff';

/** The first line of a file with the names of its columns, with the mark before it. Names are ours: no formulas. */
export const headerLine = (names: readonly string[], form: CsvForm): string =>
  `${markOf(form)}${writeLine(names, form.delimiter ?? ',')}`;

/** The same where the names come from a file of the caller's. */
export const safeHeaderLine = (names: readonly string[], form: CsvForm): string =>
  `${markOf(form)}${cellsLine(names, form)}`;

/** A line of the file. No cell is a formula for a spreadsheet. */
export const cellsLine = (cells: readonly string[], { delimiter }: CsvForm): string =>
  writeSafeLine(cells, delimiter ?? ',');

const markOf = ({ bom }: CsvForm): string => (bom === false ? '' : MARK);
