import { ValidationError } from '../errors.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;

interface Asked {
  first: Date | null | undefined;
  last: Date | null | undefined;
}

/**
 * The requested days of a list of counts, inclusive: by default the last 30, up to today. Throws ValidationError if the
 * last is before the first.
 */
export function daysAsked({ first, last: asked }: Asked, now: Date): { first: Date; last: Date; days: number } {
  const last = asked ?? now;
  const known = { first: first ?? new Date(last.getTime() - (USUAL_DAYS - 1) * DAY_MS), last };
  if (known.first > last) {
    throw new ValidationError([{ path: ['until'], problem: 'must not be before since.' }]);
  }
  return { ...known, days: (last.getTime() - known.first.getTime()) / DAY_MS };
}
