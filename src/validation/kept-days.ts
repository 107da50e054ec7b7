import { z } from 'zod';

const MOST_DAYS = 36_500;

/** The number of days to keep data, at least `min`; 0 for forever. */
const keptFor = (days: number, min = 1) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be at least 0 (0 keeps it forever)')
    .max(MOST_DAYS, `must be at most ${MOST_DAYS}`)
    .refine((value) => value <= 0 || value >= min, `must be at least ${min}, or 0 (0 keeps it forever)`)
    .default(days);

/** Sales are credited to touches of 30 days at most, some are reported late, and soft bounces are counted over months. */
const SHORTEST_HISTORY = 90;
/** Entry rules of automations look a year back. */
const LONGEST_ENTRY_RULE = 366;
/** The minimum of a team's setting (`keep_messages_for`). */
const SHORTEST_MESSAGES = 30;

/** The settings for how long rows and files are kept (docs/operations.md#data-retention). */
export const KEPT_DAYS = {
  KEEP_MAIL_CONTENT_DAYS: keptFor(30),
  KEEP_MAILS_DAYS: keptFor(400),
  KEEP_IMPORTS_DAYS: keptFor(400),
  KEEP_FAILED_JOBS_DAYS: keptFor(90),
  KEEP_OUTBOX_DAYS: keptFor(30),
  KEEP_TOUCHES_DAYS: keptFor(730, SHORTEST_HISTORY),
  KEEP_FEEDBACK_DAYS: keptFor(730, SHORTEST_HISTORY),
  KEEP_CHANGES_DAYS: keptFor(730, SHORTEST_HISTORY),
  KEEP_RUNS_DAYS: keptFor(730, LONGEST_ENTRY_RULE),
  KEEP_EVENTS_DAYS: keptFor(0),
  KEEP_MESSAGES_DAYS: keptFor(0, SHORTEST_MESSAGES),
};

/** Days; undefined for forever. */
export interface Kept {
  /** The content of transactional e-mails. */
  mailContent?: number;
  /** Transactional mails, confirmations and links to personal data. */
  mails?: number;
  /** Ended imports, with their failed rows and skipped values. */
  imports?: number;
  /** Abandoned background jobs. */
  failedJobs?: number;
  /** Files in the outbox. */
  outbox?: number;
  /** What people opened and clicked. */
  touches?: number;
  /** Bounces and complaints. */
  feedback?: number;
  /** Changes of subscribers. */
  changes?: number;
  /** Runs of automations that have ended. */
  runs?: number;
  /** Events of teams that do not say how long. */
  events?: number;
  /** Messages of campaigns and automations of teams that do not say how long. */
  messages?: number;
}

/** Reads the given settings. */
export const readKept = (value: { [Name in keyof typeof KEPT_DAYS]: number }): Kept => ({
  mailContent: value.KEEP_MAIL_CONTENT_DAYS || undefined,
  mails: value.KEEP_MAILS_DAYS || undefined,
  imports: value.KEEP_IMPORTS_DAYS || undefined,
  failedJobs: value.KEEP_FAILED_JOBS_DAYS || undefined,
  outbox: value.KEEP_OUTBOX_DAYS || undefined,
  touches: value.KEEP_TOUCHES_DAYS || undefined,
  feedback: value.KEEP_FEEDBACK_DAYS || undefined,
  changes: value.KEEP_CHANGES_DAYS || undefined,
  runs: value.KEEP_RUNS_DAYS || undefined,
  events: value.KEEP_EVENTS_DAYS || undefined,
  messages: value.KEEP_MESSAGES_DAYS || undefined,
});
