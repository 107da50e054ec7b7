import { z } from 'zod';
import { type Issue, refusedKeysOf } from '../../errors.ts';
import { emailAddress } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { currency, minorUnits } from '../../validation/money.ts';
import { exactRecord, otherwise, text } from '../../validation/text.ts';
import { dateTime, readDateTime } from '../../validation/time.ts';
import { validate } from '../../validation/validate.ts';

const DAY_MS = 86_400_000;

/** Chosen by the caller. */
export const eventName = z
  .string({ error: otherwise('must be a string.') })
  .min(1, 'is required.')
  .max(100, 'must not be greater than 100 characters.')
  .regex(/^[A-Za-z0-9 _.:-]+$/, 'must contain only letters, digits, spaces and the symbols _ . : -');

/** The caller's own identifier. A blank one counts as absent, so that two such calls are not duplicates. */
export const reference = () =>
  text(255)
    .nullish()
    .transform((given) => (given?.trim() ? given : null));

export const eventInput = exactRecord({
  email: emailAddress(),
  name: eventName,
  properties: jsonObject().nullish(),
  value: minorUnits().nullish(),
  currency: currency().nullish(),
  occurredAt: dateTime().nullish(),
  reference: reference(),
});

export type EventInput = z.output<typeof eventInput>;

/** Validates one event by the field table of the specification. Returns all its issues at once. */
export function validateEvent(event: unknown, now: Date): { value: EventInput } | { issues: Issue[] } {
  const read = validate(eventInput, event);
  const issues = [...refusedKeysOf(event), ...('issues' in read ? read.issues : [])];
  if (typeof event === 'object' && event !== null) {
    const { value, currency, occurredAt } = event as Record<string, unknown>;
    if (isGiven(value) && !isGiven(currency)) issues.push({ path: ['currency'], problem: 'is required with value.' });
    if (isGiven(currency) && !isGiven(value)) issues.push({ path: ['value'], problem: 'is required with currency.' });
    issues.push(...inTheFuture('value' in read ? read.value.occurredAt : occurredAt, now));
  }
  return issues.length > 0 ? { issues } : read;
}

/** Returns an issue if a time, as text or as a date, is more than one day after `now`. */
export function inTheFuture(occurredAt: unknown, now: Date): Issue[] {
  const moment = typeof occurredAt === 'string' ? readDateTime(occurredAt) : occurredAt;
  if (!(moment instanceof Date) || moment.getTime() <= now.getTime() + DAY_MS) return [];
  return [{ path: ['occurredAt'], problem: 'must be at most one day in the future.' }];
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
