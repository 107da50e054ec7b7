import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { continueImport } from '../domain/imports/continue-import.ts';
import { listImportErrors } from '../domain/imports/import-errors.ts';
import { cancelImport, type Import, readImport } from '../domain/imports/imports.ts';
import { receiveImport } from '../domain/imports/receive-import.ts';
import { startImport } from '../domain/imports/start-import.ts';
import { findTeam } from '../domain/platform/teams.ts';
import { NotFoundError, sentence, ValidationError } from '../errors.ts';
import { createScope, type Scope, WORKER } from '../scope.ts';
import { readArguments } from './arguments.ts';
import { fileSize } from './file-size.ts';
import { progressBar } from './progress-bar.ts';
import { type Command, noSuch, UsageError, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

const KNOWN = {
  options: [
    ...['list', 'team', 'mapping', 'tags', 'delimiter', 'encoding', 'statuses', 'formats', 'on-invalid', 'consent'],
  ],
  switches: ['resubscribe', 'import-unsubscribed', 'confirmed'],
  words: 1,
};
const ERRORS_SHOWN = 10;
const LOOK_MS = 200;

/**
 * `import FILE.csv --list ID` imports a file of any size, plain or gzipped, into a list and waits until it is done.
 * Workers of a server on the same database help. When interrupted, it cancels the import; imported rows stay.
 */
export const importFile: Command = async (args) => {
  const { words, option, required, has } = readArguments(args, KNOWN);
  const [file] = words;
  if (!file) throw wrongCall('import');
  const listId = required('list');
  const size = await fileSize(file);
  const given = {
    mapping: option('mapping'),
    tags: option('tags'),
    delimiter: option('delimiter'),
    encoding: option('encoding'),
    resubscribe: has('resubscribe'),
    fileName: basename(file),
    statuses: option('statuses'),
    formats: option('formats'),
    onInvalid: option('on-invalid'),
    confirmed: has('confirmed'),
    consent: option('consent'),
    importUnsubscribed: has('import-unsubscribed'),
  };
  await withInstallation(
    async ({ connection: { db } }, _config, stop) => {
      const team = await findTeam(db, option('team')).catch(noSuch('team'));
      const scope = createScope(db, team, WORKER);
      const draft = await receive(scope, listId, file, size, given, stop);
      const done = stop.aborted ? await cancelImport(scope, draft.id) : await follow(scope, draft, stop);
      await report(scope, done);
    },
    { interruptible: false },
  );
};

async function receive(
  scope: Scope,
  listId: string,
  file: string,
  size: number,
  given: Parameters<typeof receiveImport>[3],
  stop: AbortSignal,
): Promise<Import> {
  const bar = progressBar('reading', size);
  async function* bytes() {
    let read = 0;
    for await (const chunk of createReadStream(file)) {
      if (stop.aborted) throw new UsageError('interrupted');
      read += chunk.length;
      bar.show(read);
      yield chunk as Buffer;
    }
  }
  try {
    return await receiveImport(scope, listId, bytes(), given);
  } catch (error) {
    if (stop.aborted && !(error instanceof NotFoundError)) throw new UsageError('interrupted: nothing was imported');
    return noSuch('list')(withExample(error));
  } finally {
    bar.end();
  }
}

/** Adds an example option to an error about columns. */
function withExample(error: unknown): unknown {
  const issues = error instanceof ValidationError ? error.issues : [];
  const asked = issues.flatMap(({ path: [part, column] }) =>
    part === 'mapping' && column !== undefined ? column : [],
  );
  if (asked.length === 0) return error;
  const mapping = JSON.stringify(Object.fromEntries(asked.map((column) => [column, null])));
  const questions = issues.map((issue) => sentence(issue)).join('\n');
  return new UsageError(`${questions}\nFor example, to ignore: --mapping '${mapping}'`);
}

/** Works on the import's chunks, alongside other workers, until it is finished. Cancels it when interrupted. */
async function follow(scope: Scope, { id, total }: Import, stop: AbortSignal): Promise<Import> {
  let now = await startImport(scope, id);
  const bar = progressBar('importing', total);
  while (!now.finishedAt) {
    if (stop.aborted) {
      now = await cancelImport(scope, id);
      break;
    }
    const end = Date.now() + LOOK_MS;
    const more = await continueImport(scope, id, () => stop.aborted || Date.now() >= end);
    now = await readImport(scope, id);
    bar.show(now.processed);
    if (!more && !now.finishedAt) await pause(LOOK_MS); // another worker has the chunk
  }
  bar.end();
  return now;
}

async function report(
  scope: Scope,
  { id, status, processed, added, updated, failed, skippedRows, failureReason, warnings, skippedValues }: Import,
) {
  for (const warning of warnings) console.error(warning);
  console.log(`${status}: ${processed} rows, ${added} added, ${updated} updated, ${failed} failed`);
  if (skippedRows > 0) console.log(`skipped of the failed: ${skippedRows}, people who unsubscribed or never opted in`);
  if (skippedValues > 0) console.log(`${skippedValues} values skipped: GET /v1/imports/${id}/skipped-values`);
  const { rows } = await listImportErrors(scope, id, { first: ERRORS_SHOWN });
  for (const { row, email, issues } of rows) {
    console.log(
      `row ${row} ${email ?? ''}: ${issues.map((issue) => sentence(issue, issue.path.join('.') || 'row')).join(' ')}`,
    );
  }
  if (failed > rows.length) console.log(`and ${failed - rows.length} more: GET /v1/imports/${id}/errors`);
  if (status !== 'completed') throw new UsageError(failureReason ?? `the import was ${status}`);
}
