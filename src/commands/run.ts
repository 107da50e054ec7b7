import { addAbortListener } from 'node:events';
import { type Config, readConfig, SetupError } from '../config.ts';
import { logLastBackup } from '../database/log-last-backup.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, plainConnectionWarning, refuseIfDatabaseMissing } from '../database/open.ts';
import { useOwnBuild } from '../database/own-build.ts';
import { readMailUrl } from '../delivery/transports/mail-url.ts';
import { ExpectedError, NotFoundError } from '../errors.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { createLog, type Log } from '../log.ts';
import { readBucketUrl, readMediaUrl } from '../storage/media-url.ts';

/** A command, called with its arguments. It writes its result to standard output and its progress to the log. */
export type Command = (args: string[]) => Promise<void>;

/** The command was called with wrong arguments. */
export class UsageError extends SetupError {}

/** For the `catch` of a look-up by an argument: turns NotFoundError and other expected errors into UsageError. */
export const noSuch =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof NotFoundError) throw new UsageError(`this ${what} does not exist`);
    throw error instanceof ExpectedError ? new UsageError(error.message) : error;
  };

interface RunOptions {
  /** Whether progress is logged to standard error, and only warnings unless LOG_LEVEL says otherwise. */
  quiet?: boolean;
  /** Whether SIGTERM and SIGINT interrupt the work; other work checks `stop` itself. */
  interruptible?: boolean;
}

/** The argument of the work of `withDatabase`. */
export interface Opened {
  url: string;
  config: Config;
  log: Log;
  /** Aborted by SIGTERM and SIGINT, even while the database is starting, so that an embedded one is always stopped. */
  stop: AbortSignal;
}

/** Opens the database, runs `work`, and closes it again, even when `work` fails. `isNew`: a database may be missing. */
export async function withDatabase<Result>(
  work: (opened: Opened) => Promise<Result>,
  { quiet = true, interruptible = quiet, isNew = false }: RunOptions & { isNew?: boolean } = {},
): Promise<Result> {
  const config = readConfig(process.env);
  if (config.mailUrl) readMailUrl(config.mailUrl); // fail before a database is started for nothing
  if (config.mediaUrl) readMediaUrl(config.mediaUrl);
  if (config.backup?.to.startsWith('s3://')) readBucketUrl(config.backup.to, 'BACKUP_URL');
  useOwnBuild();
  const stop = stopSignal();
  const log = createLog(config.logLevel, quiet ? 'stderr' : 'stdout');
  if (quiet && config.logLevel === 'info') log.level = 'warn';
  if (!isNew) refuseIfDatabaseMissing(config);
  const { url, stop: close } = await openDatabase(config, log);
  const warning = quiet ? undefined : plainConnectionWarning(url);
  if (warning) log.warn(warning);
  try {
    return await unlessStopped(work({ url, config, log, stop }), interruptible, stop);
  } finally {
    await close();
  }
}

/** Opens and migrates the database, opens the installation, runs `work`, and closes everything again. */
export const withInstallation = <Result>(
  work: (installation: Installation, config: Config, stop: AbortSignal) => Promise<Result>,
  { quiet = true, interruptible = quiet }: RunOptions = {},
): Promise<Result> =>
  withDatabase(
    async ({ url, config, log, stop }) => {
      await logLastBackup(url, log);
      await migrate(url, log);
      const installation = await openInstallation(config, url, log);
      try {
        return await unlessStopped(work(installation, config, stop), interruptible, stop);
      } finally {
        await installation.close();
      }
    },
    { quiet, interruptible: false },
  );

const unlessStopped = <Result>(done: Promise<Result>, interruptible: boolean, stop: AbortSignal): Promise<Result> =>
  interruptible ? Promise.race([done, aborted(stop).then(interrupt)]) : done;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const STUCK_MS = 9_500;

/** Aborted by the first signal. Later ones are ignored, because under npm Ctrl-C arrives twice. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) return;
    setTimeout(() => {
      console.error('tidings: forced to stop because some work did not end in time. The next start resumes it');
      process.exit(1);
    }, STUCK_MS).unref();
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
