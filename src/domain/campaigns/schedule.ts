import { type Issue, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { timezone } from '../../validation/locale.ts';
import { filled, optionalText, record } from '../../validation/text.ts';
import { readDateTime, readLocalDateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { timesIn } from './local-times.ts';

/** The time zone of a campaign that is sent in each recipient's time zone. */
export const RECIPIENT = 'recipient';

/** The schedule columns of a campaign. */
export interface Schedule {
  scheduledAt: Date;
  scheduledFor: string | null;
  timezone: string | null;
}

/** A schedule as shown. */
export interface ShownSchedule {
  at: string;
  timezone: string | null;
}

/** The schedule of a campaign, if it has one. */
export const scheduleOf = ({ scheduledAt, scheduledFor, timezone }: Nullable<Schedule>): ShownSchedule | null =>
  scheduledAt && { at: scheduledFor ?? scheduledAt.toISOString(), timezone };

type Nullable<Type> = { [Key in keyof Type]: Type[Key] | null };

const HOUR_MS = 3_600_000;
/** Hours by which the first zone is ahead of UTC, and the last one behind. */
const [FIRST_ZONE_HOURS, LAST_ZONE_HOURS] = [14, 12];
const MAX_AHEAD_MS = 366 * 24 * HOUR_MS;

const ZONE = optionalText(filled(64));
const scheduleInput = record({ at: filled(40), timezone: ZONE });

/** The form of a schedule for any campaign: one that recurs has its own times. */
export const scheduleForm = record({ at: filled(40).optional(), timezone: ZONE });

const AT = 'must be a date-time, with an offset (2026-12-01T09:00:00+01:00) or without one (2026-12-01T09:00).';
const PAST = 'must be in the future.';
const TOO_FAR = 'must be within a year.';

const refuse = (field: string, problem: string): never => {
  throw new ValidationError([{ path: [field], problem } satisfies Issue]);
};

/**
 * Reads `{at, timezone?}`: a moment with an offset, or a local time in a time zone or in each recipient's. Throws
 * ValidationError, including for a time in the past, more than a year ahead, or skipped by its zone's clocks.
 */
export async function readSchedule(scope: Scope, input: unknown): Promise<Schedule> {
  const { at, timezone: zone } = parse(scheduleInput, input);
  const moment = readDateTime(at);
  if (moment) {
    if (zone) refuse('timezone', 'must not be given, because `at` has an offset.');
    return within(scope, moment, { scheduledAt: moment, scheduledFor: null, timezone: null });
  }
  const local = readLocalDateTime(at) ?? refuse('at', AT);
  if (!zone) return refuse('timezone', 'is required, because `at` has no offset. Set a time zone, or "recipient".');
  if (zone === RECIPIENT) return atRecipients(scope, local);
  parse(record({ timezone: timezone() }), { timezone: zone });
  const [time] = await timesIn(scope.db, local, zone);
  if (!time) return refuse('timezone', 'is not supported by the database.');
  if (!time.exists) refuse('at', `does not exist in ${zone}, because the clocks go forward then.`);
  return within(scope, time.at, { scheduledAt: time.at, scheduledFor: local, timezone: zone });
}

function atRecipients(scope: Scope, local: string): Schedule {
  const utc = new Date(`${local}Z`).getTime();
  const schedule = {
    scheduledAt: new Date(utc - FIRST_ZONE_HOURS * HOUR_MS),
    scheduledFor: local,
    timezone: RECIPIENT,
  };
  return within(scope, new Date(utc + LAST_ZONE_HOURS * HOUR_MS), schedule);
}

function within(scope: Scope, last: Date, schedule: Schedule): Schedule {
  const ahead = last.getTime() - scope.now().getTime();
  if (ahead <= 0) refuse('at', PAST);
  if (ahead > MAX_AHEAD_MS) refuse('at', TOO_FAR);
  return schedule;
}
