import { addAbortListener } from 'node:events';
import { type Config, readConfig, SetupError } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { readMailUrl } from '../delivery/transports/mail-url.ts';
import { ExpectedError, NotFoundError } from '../errors.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { createLog } from '../log.ts';

/** A command, called with its arguments. It writes its result to standard output and its progress to the log. */
export type Command = (args: string[]) => Promise<void>;

/** The command was called with wrong arguments. */
export class UsageError extends SetupError {}

/** For the `catch` of a look-up by an argument: turns NotFoundError and other expected errors into UsageError. */
export const noSuch =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof NotFoundError) throw new UsageError(`there is no such ${what}`);
    throw error instanceof ExpectedError ? new UsageError(error.message) : error;
  };

/**
 * Opens and migrates the database, runs `work`, and closes everything again, even when `work` fails. SIGTERM or SIGINT
 * aborts `stop`, also while the database is starting, so that an embedded database is always stopped again.
 * Interruptible work is then abandoned; other work watches `stop` itself.
 */
export async function withInstallation<Result>(
  work: (installation: Installation, config: Config, stop: AbortSignal) => Promise<Result>,
  { quiet = true, interruptible = quiet }: { quiet?: boolean; interruptible?: boolean } = {},
): Promise<Result> {
  const config = readConfig(process.env);
  if (config.mailUrl) readMailUrl(config.mailUrl); // Fail before a database is started for nothing.
  const stop = stopSignal();
  const log = createLog(config.logLevel, quiet ? 'stderr' : 'stdout');
  if (quiet && config.logLevel === 'info') log.level = 'warn';
  const database = await openDatabase(config, log);
  try {
    await migrate(database.url, log);
    const installation = await openInstallation(config, database.url, log);
    try {
      const done = work(installation, config, stop);
      return await (interruptible ? Promise.race([done, aborted(stop).then(interrupt)]) : done);
    } finally {
      await installation.close();
    }
  } finally {
    await database.stop();
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const STUCK_MS = 9_500;

/** Aborted by the first signal. Later ones are ignored, because under npm Ctrl-C arrives twice. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) return;
    setTimeout(() => process.exit(1), STUCK_MS).unref();
    stopping.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return stopping.signal;
}

/** Resolves when the signal is aborted, at once if it is already. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void addAbortListener(signal, () => resolve()));
}

function interrupt(): never {
  throw new SetupError('interrupted');
}
