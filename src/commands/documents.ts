import { readFileSync } from 'node:fs';
import {
  type ClientDocument,
  listDocuments,
  registerDocuments,
  removeDocuments,
} from '../domain/platform/documents/registered-documents.ts';
import { ExpectedError } from '../errors.ts';
import { documentProblems } from '../graphql/documents/check-document.ts';
import { readManifest } from '../graphql/documents/manifest.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

/**
 * `documents FILE` registers the GraphQL documents of a client's manifest, `documents list` prints the registered ones with
 * problems they have with the current schema, `documents remove ID|--all` removes them.
 */
export const documents: Command = async ([action, ...args]) => {
  if (action === 'list') return list(args);
  if (action === 'remove') return remove(args);
  const [file, ...others] = readArguments(action === undefined ? [] : [action, ...args], { words: 1 }).words;
  if (file === undefined || others.length > 0) throw wrongCall('documents');
  return register(file, readDocuments(file));
};

/** Throws UsageError with the first problem, before a database is opened. */
function readDocuments(file: string): ClientDocument[] {
  const manifest = readManifest(readText(file));
  if ('problem' in manifest) throw new UsageError(`${file} cannot be used. ${manifest.problem}`);
  const invalid = manifest.documents.flatMap(({ id, name, text }) =>
    documentProblems(text).map((problem) => `${name} (${id}): ${problem}`),
  );
  if (invalid.length === 0) return manifest.documents;
  const more = invalid.length > MOST_SHOWN ? ` And ${invalid.length - MOST_SHOWN} more problems.` : '';
  throw new UsageError(`${file} was not registered. ${invalid.slice(0, MOST_SHOWN).join(' ')}${more}`);
}

const MOST_SHOWN = 10;

const register = (file: string, documents: ClientDocument[]): Promise<void> =>
  withInstallation(async ({ connection: { db } }) => {
    const added = await registerDocuments(db, documents).catch((error) => {
      throw error instanceof ExpectedError ? new UsageError(`${file} was not registered: ${error.message}`) : error;
    });
    const known = documents.length - added;
    console.log(`Registered ${added} documents.${known > 0 ? ` ${known} were registered already.` : ''}`);
  });

function list(args: string[]): Promise<void> {
  readArguments(args, {});
  return withInstallation(async ({ connection: { db } }) => {
    for (const { id, name, text, createdAt } of await listDocuments(db)) {
      const [problem] = documentProblems(text);
      console.log(`${id} ${createdAt.toISOString()} ${name}${problem ? ` INVALID: ${problem}` : ''}`);
    }
  });
}

function remove(args: string[]): Promise<void> {
  const { words, has } = readArguments(args, { words: 1, switches: ['all'] });
  const [id] = words;
  if ((id === undefined) !== has('all')) throw wrongCall('documents');
  return withInstallation(async ({ connection: { db } }) => {
    const removed = await removeDocuments(db, id);
    if (id !== undefined && removed === 0) throw new UsageError('this document does not exist');
    console.log(`Removed ${removed} documents.`);
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
