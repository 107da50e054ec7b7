const RUNS = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;
/** Spreadsheets, and shops that write for them, put an apostrophe before digits to keep them as text: `'7123456789012`. */
const AS_TEXT = /^'+\d[\d\s.,:/()+-]*$/;
const NEGATIVE = /^-\d+(\.\d+)?$/;

/**
 * Puts an apostrophe before a cell that a spreadsheet would run as a formula. A cell that already looks escaped gets one
 * more, so that unescapeFormula returns exactly the original. Negative numbers are not formulas and stay.
 */
export const escapeFormula = (cell: string): string =>
  (RUNS.test(cell) && !NEGATIVE.test(cell)) || AS_TEXT.test(cell) ? `'${cell}` : cell;

/** Returns the original of an escaped cell, and digits without the apostrophe that keeps them as text. */
export const unescapeFormula = (cell: string): string =>
  cell.charCodeAt(0) === APOSTROPHE && (ESCAPED.test(cell) || AS_TEXT.test(cell)) ? cell.slice(1) : cell;

const APOSTROPHE = 39;
