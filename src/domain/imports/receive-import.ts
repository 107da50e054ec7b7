import { run, sql } from '../../database/connect.ts';
import { ExpectedError, ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { storable } from '../../validation/text.ts';
import { type List, readList } from '../audience/lists.ts';
import { type OpenCsv, openCsv } from './csv/open-csv.ts';
import { type GivenOptions, readOptions } from './csv/options.ts';
import { fileProblem } from './csv/problem.ts';
import { bytesOf, hashing, sha256 } from './csv/source.ts';
import { readingWarnings } from './encoding/reading-warnings.ts';
import { giveUp } from './end-import.ts';
import { type Import, readImport } from './imports.ts';
import { startImport } from './start-import.ts';
import { storeFile, UPLOAD_SECONDS } from './store-file.ts';

/**
 * Imports a CSV file, sent as text or as a stream of bytes, to a list: receives the whole file, then starts. Throws
 * NotFoundError for the list, and ValidationError for the options or an unreadable file; then no row is imported.
 */
export async function importCsv(scope: Scope, listId: unknown, csv: unknown, given: GivenOptions): Promise<Import> {
  const { id } = await receiveImport(scope, listId, csv, given);
  return startImport(scope, id);
}

/**
 * Receives a file and commits it chunk by chunk. The import is a draft until it is started. It fails, with the reason, if
 * the file turns out to be unreadable or the upload stops. Throws the same errors as importCsv, and ConflictError if the
 * import was cancelled meanwhile.
 */
export async function receiveImport(scope: Scope, listId: unknown, csv: unknown, given: GivenOptions): Promise<Import> {
  const list = await readList(scope, listId);
  const options = readOptions(given);
  const hash = sha256();
  const file = await openCsv(scope, list, hashing(bytesOf(csv), hash), options);
  if (file.problems.length > 0) {
    await file.close();
    throw new ValidationError(file.problems);
  }
  const first = await file.rows.next();
  if (first.done) throw fileProblem('has no rows.');
  const id = await begin(scope, list, options.fileName ?? 'import.csv', file);
  try {
    const total = await storeFile(scope, id, first.value, file);
    if (total === 0) throw fileProblem('has no rows.');
    await run(
      scope.db,
      sql`update imports set digest = ${hash.digest('hex')},
            warnings = ${readingWarnings(file.detected()).map(storable)}::text[] || warnings, lease_until = now() + interval '1 day'
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
