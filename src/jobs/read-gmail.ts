import type { Vault } from '../crypto/vault.ts';
import type { Database } from '../database/connect.ts';
import type { Google } from '../domain/sending/gmail/ask-google.ts';
import { DUE_CONNECTIONS, readDueGmail } from '../domain/sending/gmail/read-due.ts';
import type { Log } from '../log.ts';
import { runWhenDue } from './run-when-due.ts';

const EVERY_MS = 10_000;

/**
 * Reads due statistics from Gmail Postmaster Tools, one team after the other. Separate from other work, because Google may be
 * slow. Returns a function that stops it.
 */
export const readGmail = (db: Database, means: Google & { vault: Vault }, log: Log): (() => Promise<void>) => {
  let isStopped = false;
  const stop = runWhenDue(db, { what: DUE_CONNECTIONS, everyMs: EVERY_MS }, async () => {
    try {
      for (let read = await readDueGmail(db, means); read; read = await readDueGmail(db, means)) {
        const { teamId: team, problem } = read;
        if (problem)
          log.warn({ team, problem }, 'cannot read statistics of Gmail Postmaster Tools; trying again later');
        if (isStopped) return;
      }
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cannot store statistics of Gmail Postmaster Tools; trying again');
    }
  });
  return () => {
    isStopped = true;
    return stop();
  };
};
