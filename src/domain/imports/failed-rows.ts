import { withCleanup } from '../../async/with-cleanup.ts';
import { isShared, sql } from '../../database/connect.ts';
import { readInBatches } from '../../database/cursor.ts';
import { ConflictError, type Issue, sentence } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { clearNumber } from './csv/clear-number.ts';
import { type Column, ERROR_COLUMN, isErrorColumn } from './csv/columns.ts';
import { CSV_FORM, type CsvForm, cellsLine, type GivenCsvForm, safeHeaderLine } from './csv/csv-form.ts';
import { unescapeFormula } from './csv/escape-formula.ts';
import { cellReader, type Format } from './csv/formats.ts';
import { readImport } from './imports.ts';
import { columnOf } from './skipped-values.ts';

interface FailedRow {
  email: string | null;
  cells: string[];
  issues: Issue[];
}

const ROWS = 1_000;

/**
 * Writes the failed rows as a CSV file, with the columns of the original file and one for the reason, to be corrected and
 * imported again. Numbers and dates are written unambiguously. Leaves out erased people. Throws NotFoundError for the
 * import, ValidationError, and TooManyFilesError if too many files are being read.
 */
export async function writeFailedRows(
  scope: Scope,
  importId: unknown,
  given: GivenCsvForm = {},
): Promise<AsyncGenerator<string>> {
  if (!isShared(scope.db)) throw new ConflictError('NOT_ALONE', 'Download the file in a separate request.');
  const { id, columns } = await readImport(scope, importId);
  const form = parse(record(CSV_FORM), given);
  const statement = sql`
    select email, cells, issues from import_errors
    where team_id = ${scope.team.id} and import_id = ${id}::uuid
      and (cardinality(cells) > 0 or (${columns === null} and email is not null)) order by row_number`;
  const batches = readInBatches<FailedRow>(scope.db, statement, ROWS);
  const first = await batches.next(); // read now, so that errors come before the response begins
  const parts = write(form, columns as Column[] | null, first.done ? [] : first.value, batches);
  return withCleanup(parts, () => batches.return(undefined));
}

async function* write(
  form: CsvForm,
  columns: Column[] | null,
  first: FailedRow[],
  batches: AsyncGenerator<FailedRow[]>,
) {
  const named = nameColumns(columns ?? [{ name: 'email', field: 'email' }]);
  yield safeHeaderLine([...named.filter(isOwn).map(({ name }) => name), ERROR_COLUMN], form);
  const lines = (rows: FailedRow[]) => rows.map((row) => lineOf(row, named, form)).join('');
  if (first.length > 0) yield lines(first);
  for await (const rows of batches) yield lines(rows);
}

/** The columns of a file; those of a file without a header get the names of their fields. */
function nameColumns(columns: Column[]): Column[] {
  const isNumbered = columns.every(({ name }, index) => name === String(index + 1));
  return columns.map((column) => ({ ...column, name: isNumbered ? (column.field ?? column.name) : column.name }));
}

/** An earlier reason is dropped: the row gets a new one if it fails again. */
const isOwn = (column: Column): boolean => !isErrorColumn(column);

/** Excess cells follow the reason, so that nothing is lost and there are too many again. */
function lineOf({ email, cells, issues }: FailedRow, columns: readonly Column[], form: CsvForm): string {
  const sent = cells.length > 0 ? cells.map(unescapeFormula) : [email ?? ''];
  const given = columns.flatMap((column, index) =>
    isOwn(column) ? unambiguous(sent[index] ?? '', column.format) : [],
  );
  const reason = issues.map((issue) => sentence(issue, columnOf(issue.path, columns))).join(' ');
  return cellsLine([...given, reason, ...sent.slice(columns.length)], form);
}

/**
 * A cell written unambiguously: `1.234,50` in a column with decimal commas becomes `1234,5`, and `31/12/1980` becomes
 * `1980-12-31`. A cell that does not fit the format is returned unchanged.
 */
function unambiguous(cell: string, format: Format | null | undefined): string {
  if (format?.date) return String(cellReader('date', format)(cell));
  if (!format?.decimal) return cell;
  const value = cellReader('number', format)(cell);
  if (typeof value !== 'number') return cell;
  return clearNumber(value).replace('.', format.decimal);
}
