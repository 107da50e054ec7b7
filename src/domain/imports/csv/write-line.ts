import type { Delimiter } from './delimiter.ts';
import { escapeFormula } from './escape-formula.ts';

/** A line of a CSV file: cells that hold a delimiter are quoted, whichever delimiter a reader will look for. */
export const writeLine = (cells: readonly string[], delimiter: Delimiter = ','): string =>
  `${cells.map((cell) => (/[",\r\n;\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;

/** The same where no cell is a formula for a spreadsheet. */
export const writeSafeLine = (cells: readonly string[], delimiter: Delimiter = ','): string =>
  writeLine(cells.map(escapeFormula), delimiter);
