import { run, sql } from '../../database/connect.ts';
import { ConflictError, ExpectedError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { type List, readList } from '../audience/lists.ts';
import type { ValidatedRow } from '../audience/subscribe-rows.ts';
import { withoutErasing } from '../privacy/erasure-lock.ts';
import { giveUp } from './continue-import.ts';
import { type OpenCsv, openCsv } from './csv/open-csv.ts';
import { type GivenOptions, readOptions } from './csv/options.ts';
import { csvProblem } from './csv/problem.ts';
import { bytesOf, hashing, sha256 } from './csv/source.ts';
import { CHUNK, chunkOf } from './import-chunks.ts';
import { type Import, readImport } from './imports.ts';
import { startImport } from './start-import.ts';

/** Most rows of one file. */
const MAX_ROWS = 20_000_000;
/** Seconds within which the next chunk of a file must have come, before the process that took it counts as dead. */
const UPLOAD_SECONDS = 120;

/**
 * Imports a CSV file, text or a stream of bytes, onto a list: receives all of it, then starts. Throws NotFoundError
 * for the list, ValidationError for options and for a file that cannot be read, of which nothing is applied then.
 */
export async function importCsv(scope: Scope, listId: unknown, csv: unknown, given: GivenOptions): Promise<Import> {
  const { id } = await receiveImport(scope, listId, csv, given);
  return startImport(scope, id);
}

/**
 * Takes a file in, chunk by chunk, each committed as it comes: the import stays a draft until it is started. When the
 * file turns out to be unreadable or stops coming, the import is failed and says why. Throws as importCsv, and
 * ConflictError when the import was cancelled meanwhile.
 */
export async function receiveImport(scope: Scope, listId: unknown, csv: unknown, given: GivenOptions): Promise<Import> {
  const list = await readList(scope, listId);
  const options = readOptions(given);
  const hash = sha256();
  const file = await openCsv(scope, list, hashing(bytesOf(csv), hash), options);
  const first = await file.rows.next();
  if (first.done) throw csvProblem('has no rows.');
  const id = await begin(scope, list, options.fileName ?? 'import.csv', file.warnings);
  try {
    const total = await store(scope, id, first.value, file);
    if (total === 0) throw csvProblem('has no rows.');
    await run(
      scope.db,
      sql`update imports set digest = ${hash.digest('hex')}, lease_until = now() + interval '1 day'
          where team_id = ${scope.team.id} and id = ${id}::uuid`,
    );
  } catch (error) {
    const reason =
      error instanceof ExpectedError ? error.message : 'The file could not be stored: a fault of the server.';
    await transaction(scope, (scope) => giveUp(scope, id, reason)).catch(() => {}); // the sweep will
    throw error;
  } finally {
    await file.rows.return(undefined);
  }
  return readImport(scope, id);
}

async function begin(scope: Scope, list: List, fileName: string, warnings: string[]): Promise<string> {
  const id = newId();
  await run(
    scope.db,
    sql`insert into imports (team_id, id, list_id, file_name, total, held, warnings, lease_until)
        values (${scope.team.id}, ${id}::uuid, ${list.id}::uuid, ${fileName}, 0, true, ${warnings}::text[],
                now() + make_interval(secs => ${UPLOAD_SECONDS}))`,
  );
  return id;
}

/** Stores the rows as they come, reading on while a chunk is being stored. Gives how many they are. */
async function store(scope: Scope, id: string, begun: Parameters<OpenCsv['validate']>[0][], file: OpenCsv) {
  let rows: ValidatedRow[] = [];
  let total = 0;
  let storing: Promise<void> = Promise.resolve();
  const flush = async () => {
    await storing;
    storing = append(scope, id, total + 1, rows);
    storing.catch(() => {}); // thrown by whoever waits for it next
    total += rows.length;
    if (total > MAX_ROWS) throw csvProblem(`has more than ${MAX_ROWS} rows.`);
    rows = [];
  };
  const take = async (batch: typeof begun) => {
    for (const row of batch) {
      const validated = file.validate(row);
      if (validated) rows.push(validated);
      if (rows.length === CHUNK) await flush();
    }
  };
  await take(begun);
  for await (const batch of file.rows) await take(batch);
  if (rows.length > 0) await flush();
  await storing;
  return total;
}

/** Throws ConflictError when the import is not waiting for rows any more. */
function append(scope: Scope, importId: string, firstRow: number, rows: ValidatedRow[]): Promise<void> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const stored = await run(
      scope.db,
      sql`with live as (
          update imports set total = total + ${rows.length}, lease_until = now() + make_interval(secs => ${UPLOAD_SECONDS})
          where team_id = ${scope.team.id} and id = ${importId}::uuid and held and finished_at is null
          returning team_id, id)
        insert into import_chunks (team_id, import_id, first_row, rows)
        select team_id, id, ${firstRow}, ${chunkOf(rows)}::json from live returning 1`,
    );
    if (stored.length === 0) throw new ConflictError('The import was ended before its file was complete.');
  });
}
