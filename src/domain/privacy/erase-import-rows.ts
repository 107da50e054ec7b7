import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { normaliseEmail } from '../../validation/email.ts';
import { ERASED } from './erased.ts';

/** Chunks (about 500 rows each) that are read at a time. */
const TOGETHER = 50;

/** A row of an import that is not processed yet: as sent, and as validated. */
interface WaitingRow {
  email: string | null;
  /** The number of the row in its file. */
  row?: number;
  value?: { email: string };
  /** Values that were left out of the row. */
  skipped?: { value: string }[];
}

/**
 * Erases an address from the waiting rows of imports, which will fail, and from the errors and the skipped values of all
 * imports.
 */
export async function eraseImportRows(scope: Scope, email: string): Promise<void> {
  const hint = hintOf(email);
  for (let last: Chunk | undefined, more = true; more; ) {
    const chunks: Chunk[] = await readChunks(scope, hint, last);
    await writeChunks(
      scope,
      chunks.map((chunk) => withoutAddress(chunk, email)).filter((chunk) => chunk !== undefined),
    );
    last = chunks.at(-1);
    more = chunks.length === TOGETHER;
  }
  await eraseErrors(scope, email, hint);
  await eraseSkippedValues(scope, email, hint);
}

/** Text, in lower case, that every spelling of the address contains. Only an ASCII local part has a single spelling. */
export function hintOf(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@') + 1);
  return /^[!-~]+$/.test(local) ? local : '@';
}

interface Chunk {
  importId: string;
  firstRow: number;
  text: string;
  /** The original cells of the rows. Null for rows that came as JSON. */
  cells: string | null;
}

const readChunks = (scope: Scope, hint: string, last?: Chunk) =>
  run<Chunk>(
    scope.db,
    sql`select import_id::text as "importId", first_row as "firstRow", rows::text as text, cells::text as cells
        from import_chunks
        where team_id = ${scope.team.id} and position(${hint} in lower(rows::text || coalesce(cells::text, ''))) > 0
          and (import_id, first_row) > (${last?.importId ?? NONE}::uuid, ${last?.firstRow ?? 0}::int)
        order by import_id, first_row limit ${TOGETHER}`,
  );

const NONE = '00000000-0000-0000-0000-000000000000';

function withoutAddress(chunk: Chunk, email: string): Chunk | undefined {
  const rows = JSON.parse(chunk.text) as WaitingRow[];
  const cells = chunk.cells === null ? null : (JSON.parse(chunk.cells) as (string[] | null)[]);
  const isTheirs = (row: WaitingRow) => row.value?.email === email || normaliseEmail(row.email ?? '') === email;
  const hasAddress = (index: number) => (cells?.[index] ?? []).some((cell) => holds(cell, email));
  if (!rows.some((row, index) => isTheirs(row) || hasAddress(index))) return undefined;
  const erased = ({ row }: WaitingRow) => ({ email: null, row, issues: [{ path: ['email'], problem: ERASED }] });
  return {
    ...chunk,
    text: JSON.stringify(rows.map((row) => (isTheirs(row) ? erased(row) : withoutSkipped(row, email)))),
    cells:
      cells && JSON.stringify(cells.map((sent, index) => (isTheirs(rows[index]!) || hasAddress(index) ? null : sent))),
  };
}

const withoutSkipped = (row: WaitingRow, email: string): WaitingRow =>
  row.skipped ? { ...row, skipped: row.skipped.filter(({ value }) => !holds(value, email)) } : row;

/** Whether a text is or contains the address, in any spelling. */
const holds = (text: string, email: string): boolean =>
  text.includes('@') && (text.toLowerCase().includes(email) || normaliseEmail(text) === email);

async function writeChunks(scope: Scope, chunks: Chunk[]): Promise<void> {
  if (chunks.length === 0) return;
  await run(
    scope.db,
    sql`update import_chunks c set rows = given.text::json, cells = given.cells::json
        from unnest(${chunks.map(({ importId }) => importId)}::uuid[], ${chunks.map(({ firstRow }) => firstRow)}::int[],
                    ${chunks.map(({ text }) => text)}::text[], ${chunks.map(({ cells }) => cells)}::text[])
          as given(import_id, first_row, text, cells)
        where c.team_id = ${scope.team.id} and c.import_id = given.import_id and c.first_row = given.first_row
        returning c.first_row`,
  );
}

/** A reported row of an import: an error, or a skipped value. */
interface ReportedRow {
  importId: string;
  number: number;
  texts: (string | null)[];
}

/** Reported rows that are read at a time. */
const REPORTED_TOGETHER = 5_000;

/** The row numbers and issues stay. */
const eraseErrors = (scope: Scope, email: string, hint: string): Promise<void> =>
  eraseReported(
    email,
    (last) => sql`
      select import_id::text as "importId", row_number as number, array_append(cells, email) as texts from import_errors
      where team_id = ${scope.team.id} and position(${hint} in lower(concat_ws(' ', email, cells::text))) > 0
        and (import_id, row_number) > (${last?.importId ?? NONE}::uuid, ${last?.number ?? -1}::int)
      order by import_id, row_number limit ${REPORTED_TOGETHER}`,
    (given) => sql`
      update import_errors e set email = null, cells = '{}' from ${given}
      where e.team_id = ${scope.team.id} and e.import_id = given.import_id and e.row_number = given.number
      returning e.row_number`,
    scope,
  );

const eraseSkippedValues = (scope: Scope, email: string, hint: string): Promise<void> =>
  eraseReported(
    email,
    (last) => sql`
      select import_id::text as "importId", number, array[email, value] as texts from import_skipped_values
      where team_id = ${scope.team.id} and position(${hint} in lower(email || ' ' || value)) > 0
        and (import_id, number) > (${last?.importId ?? NONE}::uuid, ${last?.number ?? -1}::int)
      order by import_id, number limit ${REPORTED_TOGETHER}`,
    (given) => sql`
      delete from import_skipped_values v using ${given}
      where v.team_id = ${scope.team.id} and v.import_id = given.import_id and v.number = given.number
      returning v.number`,
    scope,
  );

async function eraseReported(
  email: string,
  read: (last?: ReportedRow) => Sql,
  erase: (given: Sql) => Sql,
  { db }: Scope,
): Promise<void> {
  for (let last: ReportedRow | undefined, more = true; more; ) {
    const reported: ReportedRow[] = await run<ReportedRow>(db, read(last));
    const theirs = reported.filter(({ texts }) => texts.some((text) => text !== null && holds(text, email)));
    const imports = theirs.map(({ importId }) => importId);
    const given = sql`unnest(${imports}::uuid[], ${theirs.map(({ number }) => number)}::int[]) as given(import_id, number)`;
    if (theirs.length > 0) await run(db, erase(given));
    last = reported.at(-1);
    more = reported.length === REPORTED_TOGETHER;
  }
}
