import { hasRoom } from '../database/full-disk.ts';
import { WriteProbe } from '../database/write-probe.ts';
import type { Installation } from '../installation.ts';

/** In words for the operator. */
const PROBLEMS = {
  silent: 'the database does not answer',
  'read-only': 'the database is read-only',
  full: 'the disk of the database is full',
} as const;

/** Says why the process is not ready: notices must arrive, and the database take writes and have room. Undefined: it is. */
export function createReadiness({ connection, pubsub }: Installation): () => Promise<string | undefined> {
  const probe = new WriteProbe(connection.db);
  return async () => {
    if (!pubsub.listening) return PROBLEMS.silent;
    const answer = await probe.ask();
    if (answer !== 'writable') return PROBLEMS[answer];
    return (await hasRoom(connection.db)) ? undefined : PROBLEMS.full;
  };
}
