import { isAddress } from './addresses.ts';
import { ADDRESS_NAMES } from './header-names.ts';
import { plainName } from './plain-name.ts';
import type { CsvRow } from './read-rows.ts';

/** The beginning of a file's table. */
export interface Header {
  /** The header row, if any. */
  names?: CsvRow;
  /** The index of the first row of people in the sample. */
  from: number;
  /** Whether rows above the header are ignored. */
  hasTitles?: boolean;
}

/** The header is in one of the first rows. */
const ROWS = 20;

/**
 * Finds the header among the first rows of a file: the first row that names a column of addresses, with addresses below it.
 * Otherwise it is the first row, unless that contains an address. Title rows above are ignored. A line `sep=;`, which Excel
 * reads and writes, is not a row. `given`: whether the caller says that there is a header. `mapping`: the caller's.
 */
export function findHeader(
  sample: readonly CsvRow[],
  given: boolean | null | undefined,
  mapping: Readonly<Record<string, unknown>>,
): Header {
  const start = isSeparatorLine(sample[0]) ? 1 : 0;
  if (given === false) return { from: start };
  const rows = sample.slice(start, start + ROWS);
  const at = headerOf(rows, given === true, mapping);
  const names = at === undefined ? undefined : rows[at];
  return names ? { names, from: start + at! + 1, hasTitles: at! > 0 } : { from: start };
}

const isSeparatorLine = (row: CsvRow | undefined): boolean =>
  row !== undefined && /^sep=.?$/i.test(row.cells[0]!.trim()) && row.cells.slice(1).every((cell) => cell === '');

function headerOf(rows: readonly CsvRow[], isGiven: boolean, mapping: Readonly<Record<string, unknown>>) {
  const namesAddresses = (cell: string) => ADDRESS_NAMES.has(plainName(cell)) || mapping[cell.trim()] === 'email';
  const hasAddress = rows.map(({ cells }) => cells.some(isAddress));
  if (isGiven && rows[0] && !hasAddress[0] && rows[0].cells.some(namesAddresses)) return 0;
  const named = rows.findIndex(({ cells }, at) =>
    cells.some(
      (cell, column) =>
        namesAddresses(cell) &&
        !hasAddress[at] &&
        (at === 0 || addressAt(rows.slice(at + 1), column)) &&
        !addressAt(rows.slice(0, at), column),
    ),
  );
  if (named !== -1) return named;
  if (isGiven) return 0;
  const first = hasAddress.indexOf(true);
  if (first === 0) return undefined;
  if (first < 2) return 0;
  const width = filled(rows[first]!);
  const wide = rows.slice(0, first).findIndex((row) => filled(row) > 1 && filled(row) * 2 > width);
  return Math.max(wide, 0);
}

const addressAt = (rows: readonly CsvRow[], column: number): boolean =>
  rows.some(({ cells }) => isAddress(cells[column] ?? ''));

const filled = ({ cells }: CsvRow): number => cells.filter((cell) => cell.trim() !== '').length;
