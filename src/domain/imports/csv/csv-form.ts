import { yesOrNo } from '../../../validation/text.ts';
import type { Delimiter } from './delimiter.ts';
import { delimiterRule } from './delimiter-rule.ts';
import { escapeFormula } from './escape-formula.ts';

/** The form of a CSV file, as callers choose it. Rules for the input of an export. */
export const CSV_FORM = { bom: yesOrNo().nullish(), delimiter: delimiterRule() };

export interface CsvForm {
  /** Whether the file begins with a byte order mark, without which Excel reads UTF-8 as Windows-1252. Default: yes. */
  bom?: boolean | null | undefined;
  /** Default: a comma. */
  delimiter?: Delimiter | null | undefined;
}

/** The CSV form as sent. Validated with CSV_FORM. */
export type GivenCsvForm = { [Part in keyof CsvForm]?: unknown };

const MARK = '\ufeff';

/** The header line of a file, after the byte order mark. These names are ours, so none is a formula. */
export const headerLine = (names: readonly string[], form: CsvForm): string =>
  `${markOf(form)}${writeLine(names, form.delimiter ?? ',')}`;

/** Like `headerLine`, for names from a caller's file, which could be formulas. */
export const safeHeaderLine = (names: readonly string[], form: CsvForm): string =>
  `${markOf(form)}${cellsLine(names, form)}`;

/** A line of the file. No cell is a formula for a spreadsheet. */
export const cellsLine = (cells: readonly string[], { delimiter }: CsvForm): string =>
  writeSafeLine(cells, delimiter ?? ',');

const markOf = ({ bom }: CsvForm): string => (bom === false ? '' : MARK);

/** A line of a CSV file. Cells that contain any delimiter are quoted, as a reader may look for another one. */
const writeLine = (cells: readonly string[], delimiter: Delimiter = ','): string =>
  `${cells.map((cell) => (/[",\r\n;\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;

/** A line of a CSV file, with formulas made harmless. */
const writeSafeLine = (cells: readonly string[], delimiter: Delimiter = ','): string =>
  writeLine(cells.map(escapeFormula), delimiter);
