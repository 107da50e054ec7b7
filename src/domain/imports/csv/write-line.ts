import type { Delimiter } from './delimiter.ts';
import { escapeFormula } from './escape-formula.ts';

/** A line of a CSV file. Cells that contain any delimiter are quoted, as a reader may look for another one. */
export const writeLine = (cells: readonly string[], delimiter: Delimiter = ','): string =>
  `${cells.map((cell) => (/[",\r\n;\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;

/** A line of a CSV file, with formulas made harmless. */
export const writeSafeLine = (cells: readonly string[], delimiter: Delimiter = ','): string =>
  writeLine(cells.map(escapeFormula), delimiter);
