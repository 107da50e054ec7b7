import { run, sql } from '../../database/connect.ts';
import { ConflictError, ExpectedError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { type List, readList } from '../audience/lists.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { type OpenCsv, openCsv } from './csv/open-csv.ts';
import { type GivenOptions, readOptions } from './csv/options.ts';
import { fileProblem } from './csv/problem.ts';
import type { CsvRow } from './csv/read-rows.ts';
import { bytesOf, hashing, sha256 } from './csv/source.ts';
import { giveUp } from './end-import.ts';
import { CHUNK, CHUNK_CHARACTERS, chunkOf } from './import-chunks.ts';
import { type Import, readImport } from './imports.ts';
import { startImport } from './start-import.ts';

const MAX_ROWS = 20_000_000;
/** When no chunk is stored for this long, the process that receives the file counts as dead. */
const UPLOAD_SECONDS = 120;

/**
 * Imports a CSV file, sent as text or as a stream of bytes, to a list: receives the whole file, then starts. Throws
 * NotFoundError for the list, and ValidationError for the options or a file that cannot be read; then no row is
 * imported.
 */
export async function importCsv(scope: Scope, listId: unknown, csv: unknown, given: GivenOptions): Promise<Import> {
  const { id } = await receiveImport(scope, listId, csv, given);
  return startImport(scope, id);
}

/**
 * Receives a file and commits it chunk by chunk. The import is a draft until it is started. It fails, with the reason,
 * when the file turns out to be unreadable or the upload stops. Throws the same errors as importCsv, and ConflictError
 * when the import was cancelled meanwhile.
 */
export async function receiveImport(scope: Scope, listId: unknown, csv: unknown, given: GivenOptions): Promise<Import> {
  const list = await readList(scope, listId);
  const options = readOptions(given);
  const hash = sha256();
  const file = await openCsv(scope, list, hashing(bytesOf(csv), hash), options);
  const first = await file.rows.next();
  if (first.done) throw fileProblem('has no rows.');
  const id = await begin(scope, list, options.fileName ?? 'import.csv', file);
  try {
    const total = await store(scope, id, first.value, file);
    if (total === 0) throw fileProblem('has no rows.');
    await run(
      scope.db,
      sql`update imports set digest = ${hash.digest('hex')}, lease_until = now() + interval '1 day'
          where team_id = ${scope.team.id} and id = ${id}::uuid`,
    );
  } catch (error) {
    const reason =
      error instanceof ExpectedError ? error.message : 'The file could not be stored because of a server error.';
    await transaction(scope, (scope) => giveUp(scope, id, reason)).catch(() => {}); // failForgottenDrafts will
    throw error;
  } finally {
    await file.rows.return(undefined);
  }
  return readImport(scope, id);
}

async function begin(
  scope: Scope,
  list: List,
  fileName: string,
  { columns, warnings, terms }: OpenCsv,
): Promise<string> {
  const id = newId();
  const shown = columns.map(({ name, field, format }) => ({ name, field, ...(format && { format }) }));
  await run(
    scope.db,
    sql`insert into imports (team_id, id, list_id, file_name, total, held, warnings, columns, confirmed, consent,
                             skip_invalid, lease_until)
        values (${scope.team.id}, ${id}::uuid, ${list.id}::uuid, ${fileName}, 0, true, ${warnings}::text[],
                ${JSON.stringify(shown)}::jsonb, ${terms.confirmed}, ${terms.consent}, ${terms.skipInvalid},
                now() + make_interval(secs => ${UPLOAD_SECONDS}))`,
  );
  return id;
}

/** Stores the rows as they arrive, and reads on while a chunk is being stored. Returns the number of rows. */
async function store(scope: Scope, id: string, first: CsvRow[], file: OpenCsv) {
  let rows: ValidatedRow[] = [];
  let cells: string[][] = [];
  let characters = 0;
  let total = 0;
  let storing: Promise<void> = Promise.resolve();
  const flush = async () => {
    await storing;
    storing = append(scope, id, total + 1, rows, cells);
    storing.catch(() => {}); // the next await throws it
    total += rows.length;
    if (total > MAX_ROWS) throw fileProblem(`has more than ${MAX_ROWS} rows.`);
    rows = [];
    cells = [];
    characters = 0;
  };
  const take = async (batch: CsvRow[]) => {
    for (const row of batch) {
      const validated = file.validate(row);
      if (!validated) continue;
      rows.push(validated);
      cells.push(row.cells);
      for (const cell of row.cells) characters += cell.length;
      if (rows.length === CHUNK || characters > CHUNK_CHARACTERS) await flush();
    }
  };
  await take(first);
  for await (const batch of file.rows) await take(batch);
  if (rows.length > 0) await flush();
  await storing;
  return total;
}

/** Throws ConflictError when the import no longer waits for rows. */
function append(
  scope: Scope,
  importId: string,
  firstRow: number,
  rows: ValidatedRow[],
  cells: string[][],
): Promise<void> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const stored = await run(
      scope.db,
      sql`with live as (
          update imports set total = total + ${rows.length}, lease_until = now() + make_interval(secs => ${UPLOAD_SECONDS})
          where team_id = ${scope.team.id} and id = ${importId}::uuid and held and finished_at is null
          returning team_id, id)
        insert into import_chunks (team_id, import_id, first_row, rows, cells)
        select team_id, id, ${firstRow}, ${chunkOf(rows)}::json, ${chunkOf(cells)}::json from live returning 1`,
    );
    if (stored.length === 0) throw new ConflictError('The import was ended before its file was complete.');
  });
}
