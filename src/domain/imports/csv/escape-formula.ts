const RUNS = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;
const NEGATIVE = /^-\d+(\.\d+)?$/;

/**
 * A cell that no spreadsheet runs as a formula: an apostrophe goes before what begins like one, and before what looks
 * as if that had been done to it already, so that takeShield gives exactly the cell back. Negative numbers are no
 * formulas and stay numbers.
 */
export const escapeFormula = (cell: string): string => (RUNS.test(cell) && !NEGATIVE.test(cell) ? `'${cell}` : cell);

/** The cell that was shielded. */
export const unescapeFormula = (cell: string): string =>
  cell.charCodeAt(0) === APOSTROPHE && ESCAPED.test(cell) ? cell.slice(1) : cell;

const APOSTROPHE = 39;
