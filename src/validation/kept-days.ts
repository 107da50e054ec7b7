import { z } from 'zod';

const MOST_DAYS = 36_500;

/** For how many days something is kept; 0 for ever. */
const keptFor = (days: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0 (0 keeps it forever)')
    .max(MOST_DAYS, `must be at most ${MOST_DAYS}`)
    .default(days);

/** The settings for how long rows and files are kept (docs/operations.md#how-long-data-is-kept). */
export const KEPT_DAYS = {
  KEEP_MAIL_CONTENT_DAYS: keptFor(30),
  KEEP_MAILS_DAYS: keptFor(400),
  KEEP_IMPORTS_DAYS: keptFor(400),
  KEEP_FAILED_JOBS_DAYS: keptFor(90),
  KEEP_OUTBOX_DAYS: keptFor(30),
};

/** Days; undefined for ever. */
export interface Kept {
  /** The content of transactional mails. */
  mailContent?: number;
  /** Transactional mails. */
  mails?: number;
  /** Imports that have ended, with their failed rows and skipped values. */
  imports?: number;
  /** Background jobs that were given up. */
  failedJobs?: number;
  /** Files in the outbox. */
  outbox?: number;
}

/** Reads the settings that were given. */
export const readKept = (value: { [Name in keyof typeof KEPT_DAYS]: number }): Kept => ({
  mailContent: value.KEEP_MAIL_CONTENT_DAYS || undefined,
  mails: value.KEEP_MAILS_DAYS || undefined,
  imports: value.KEEP_IMPORTS_DAYS || undefined,
  failedJobs: value.KEEP_FAILED_JOBS_DAYS || undefined,
  outbox: value.KEEP_OUTBOX_DAYS || undefined,
});
