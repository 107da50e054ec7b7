import type { Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { previewRows, type ValidatedRow } from '../audience/subscribe-rows.ts';
import type { Column } from './csv/columns.ts';
import { openCsv } from './csv/open-csv.ts';
import { type GivenOptions, readOptions } from './csv/options.ts';
import type { CsvRow } from './csv/read-rows.ts';
import { bytesOf } from './csv/source.ts';

/** What an import of a file would do, shown by its first rows. */
export interface ImportPreview {
  encoding: string;
  delimiter: string;
  hasHeader: boolean;
  columns: (Column & { samples: string[] })[];
  warnings: string[];
  rows: PreviewRow[];
}

interface PreviewRow {
  /** The number of the row in the file; the first row is 1. */
  row: number;
  email: string | null;
  cells: string[];
  /** Why the row would fail; null when it would not. */
  issues: readonly Issue[] | null;
}

const ROWS = 20;
const SAMPLES = 3;
const LONGEST_CELL = 200;

/** Reads the beginning of a CSV file as an import would, and saves nothing. Throws the same errors as importCsv. */
export async function previewImport(
  scope: Scope,
  listId: unknown,
  csv: unknown,
  given: GivenOptions,
): Promise<ImportPreview> {
  const list = await readList(scope, listId);
  const options = readOptions(given);
  const file = await openCsv(scope, list, bytesOf(csv), options);
  const firstRows: { row: CsvRow; validated: ValidatedRow }[] = [];
  try {
    for await (const batch of file.rows) {
      for (const row of batch) {
        const validated = file.validate(row);
        if (validated) firstRows.push({ row, validated });
        if (firstRows.length === ROWS) break;
      }
      if (firstRows.length === ROWS) break;
    }
  } finally {
    await file.rows.return(undefined);
  }
  const issues = await previewRows(
    scope,
    list,
    firstRows.map(({ validated }) => validated),
  );
  const rows = firstRows.map(({ row, validated }, index): PreviewRow => {
    const cells = row.cells.slice(0, file.columns.length).map((cell) => cell.slice(0, LONGEST_CELL));
    return { row: row.row, email: validated.email, cells, issues: issues[index] ?? null };
  });
  return {
    encoding: file.encoding(),
    delimiter: file.delimiter,
    hasHeader: file.hasHeader,
    columns: file.columns.map((column, index) => ({ ...column, samples: samples(rows, index) })),
    warnings: file.warnings,
    rows,
  };
}

const samples = (rows: PreviewRow[], index: number): string[] =>
  rows
    .map(({ cells }) => cells[index] ?? '')
    .filter(Boolean)
    .slice(0, SAMPLES);
