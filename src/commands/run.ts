import { once } from 'node:events';
import { type Config, readConfig, SetupError } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { readMailUrl } from '../delivery/transports/mail-url.ts';
import { ExpectedError, NotFoundError } from '../errors.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { createLog } from '../log.ts';

/** A command's part: `log` is for progress, standard output for what was asked for. */
export type Command = (args: string[]) => Promise<void>;

/** What a command may be called with does not fit: said to whoever typed it. */
export class UsageError extends SetupError {}

/** For the `catch` of a look-up by what was typed: what is not there, or does not fit, is said to whoever typed it. */
export const noSuch =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof NotFoundError) throw new UsageError(`there is no such ${what}`);
    throw error instanceof ExpectedError ? new UsageError(error.message) : error;
  };

/**
 * Opens the migrated database, does the work, and closes all that was opened, however the work ends. `stop` is resolved
 * by SIGTERM or SIGINT, from the beginning: an embedded database that was started is stopped again. Quiet work ends then,
 * unless it sees to that itself.
 */
export async function withInstallation<Result>(
  work: (installation: Installation, config: Config, stop: Promise<unknown>) => Promise<Result>,
  { quiet = true, interruptible = quiet }: { quiet?: boolean; interruptible?: boolean } = {},
): Promise<Result> {
  const config = readConfig(process.env);
  if (config.mailUrl) readMailUrl(config.mailUrl); // Before a database is started that would have to be stopped again.
  const stop = stopSignal();
  const log = createLog(config.logLevel, quiet ? 'stderr' : 'stdout');
  if (quiet && config.logLevel === 'info') log.level = 'warn';
  const database = await openDatabase(config, log);
  try {
    await migrate(database.url, log);
    const installation = await openInstallation(config, database.url, log);
    try {
      const done = work(installation, config, stop);
      return await (interruptible ? Promise.race([done, stop.then(interrupt)]) : done);
    } finally {
      await installation.close();
    }
  } finally {
    await database.stop();
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const STUCK_MS = 9_500;

/** The first signal counts; those after it end nothing: under npm, Ctrl-C arrives twice. */
function stopSignal(): Promise<unknown> {
  for (const signal of SIGNALS) process.on(signal, () => {});
  return Promise.race(SIGNALS.map((signal) => once(process, signal))).then(() => {
    setTimeout(() => process.exit(1), STUCK_MS).unref();
  });
}

function interrupt(): never {
  throw new SetupError('interrupted');
}
