import type { AccountMailer } from '../delivery/account-emails/account-mailer.ts';
import type { Log } from '../log.ts';
import type { JobName, JobOptions, Jobs, Scope } from '../scope.ts';
import type { Kept } from '../validation/kept-days.ts';

/** A job that runs, and what it may use. */
export interface Job<Name extends JobName> {
  scope: Scope;
  payload: Jobs[Name];
  log: Log;
  mailer: AccountMailer;
  /** For how long the installation keeps things. */
  keep: Kept;
  /** Enqueues a job of the same name. */
  again(payload: Jobs[Name], options?: JobOptions): Promise<void>;
}

/**
 * Runs one job. A job can run again after it was partly or fully done, when the process is killed or the task throws.
 * Errors are logged, and the job is tried again later.
 */
export type Task<Name extends JobName> = (job: Job<Name>) => Promise<void>;
