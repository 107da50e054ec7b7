import { hasRoom } from '../database/full-disk.ts';
import { WriteProbe } from '../database/write-probe.ts';
import type { Installation } from '../installation.ts';

/** Texts for the operator. */
const PROBLEMS = {
  silent: 'the database is not responding',
  'read-only': 'the database is read-only',
  full: 'the disk of the database is full',
} as const;

/**
 * Explains why the process is not ready: notices must arrive, and the database must accept writes and have room.
 * Undefined if it is ready.
 */
export function createReadiness({ connection, pubsub }: Installation): () => Promise<string | undefined> {
  const probe = new WriteProbe(connection.db);
  return async () => {
    if (!pubsub.listening) return PROBLEMS.silent;
    const answer = await probe.ask();
    if (answer !== 'writable') return PROBLEMS[answer];
    return (await hasRoom(connection.db)) ? undefined : PROBLEMS.full;
  };
}
