import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A connection that stays silent although it was not closed. */
export class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('Connection terminated: the database was silent');
  }
}

/** Undeclared internals of `pg` beneath a client. */
interface Wire {
  connection: { stream: { bytesRead: number; destroyed: boolean; destroy(error?: Error): void } };
  /** False while a statement is running. */
  readyForQuery?: boolean;
}

const wireOf = (client: pg.ClientBase): Wire => client as unknown as Wire;

/** How many bytes a connection has received. */
export const bytesOf = (client: pg.ClientBase): number => wireOf(client).connection.stream.bytesRead;

/** Whether a statement is running on a connection. */
export const isBusy = (client: pg.ClientBase): boolean => wireOf(client).readyForQuery === false;

/** The name of a connection in `pg_stat_activity`. */
export const applicationNameOf = (client: pg.ClientBase): string =>
  (client as unknown as { connectionParameters: { application_name: string } }).connectionParameters.application_name;

/** Calls `onMatch` when a statement fails with one of PostgreSQL's codes, before its caller gets the error. */
export const onCode = (client: pg.ClientBase, code: string, onMatch: () => void): void => {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('errorMessage', (message: { code?: string }) => {
    if (message.code === code) onMatch();
  });
};

/** Closes a connection without notifying the other side, which may not hear it. Its statements fail with `error`. */
export function cut(client: pg.ClientBase, error: Error = new SilentConnectionError()): void {
  wireOf(client).connection.stream.destroy(error);
}

const GOODBYE_MS = 1_000;

/** Ends a connection, and cuts it when the other side does not respond. */
export async function endOrCut(client: pg.Client): Promise<void> {
  const ended = client.end().then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([ended, sleep(GOODBYE_MS, false, { ref: false })]))) cut(client);
}
