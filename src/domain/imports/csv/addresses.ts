import { holdsAddress } from './address-cell.ts';
import { unescapeFormula } from './escape-formula.ts';
import type { CsvRow } from './read-rows.ts';

/** Whether a cell is an address, bare or as `Name <address>` or `mailto:address`. */
export const isAddress = (cell: string): boolean => holdsAddress(unescapeFormula(cell));

const LOOKED_AT = 200;

/** Whether at least half of the filled cells of a column are addresses, judging by a sample. */
export function holdsAddresses(sample: readonly CsvRow[], index: number): boolean {
  const cells = sample
    .slice(0, LOOKED_AT)
    .map(({ cells }) => cells[index]?.trim())
    .filter(Boolean) as string[];
  return cells.length > 0 && cells.filter(isAddress).length * 2 >= cells.length;
}

/** Whether the rows are addresses side by side (nine of ten cells), as pasted from a mail client: each is a person. */
export function areAddressLines(sample: readonly CsvRow[]): boolean {
  const filled = sample.slice(0, LOOKED_AT).map(({ cells }) => cells.filter((cell) => cell.trim() !== ''));
  const cells = filled.flat();
  const addresses = cells.filter(isAddress).length;
  return filled.some((cells) => cells.length > 1 && cells.every(isAddress)) && addresses * 10 >= cells.length * 9;
}

/** Gives each address of the rows its own row. The numbers count the addresses. */
export async function* oneAddressPerRow(batches: AsyncGenerator<CsvRow[]>): AsyncGenerator<CsvRow[]> {
  let row = 0;
  try {
    for await (const batch of batches) {
      yield batch.flatMap(({ cells }) =>
        cells.filter((cell) => cell.trim() !== '').map((cell) => ({ row: ++row, cells: [cell] })),
      );
    }
  } finally {
    await batches.return(undefined);
  }
}
