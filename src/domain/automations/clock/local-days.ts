import type { Database } from '../../../database/connect.ts';
import { timesIn, type ZoneTime } from '../../campaigns/local-times.ts';

/** A day (2026-12-01) in a time zone, and the moment of a time of day on it. */
export interface LocalDay {
  zone: string;
  day: string;
  at: Date;
}

export interface LocalDays {
  /** Days of the period in every zone that the database knows, at most two in a zone. */
  days: LocalDay[];
  /** Every zone that the database knows, in lower case. */
  zones: string[];
  /** The next moment after the period at which the time of day comes in any zone. */
  next: Date;
}

const DAY_MS = 86_400_000;

/**
 * The days on which a time of day (09:00:00) came after `from` and up to `to`, in each zone. A time skipped by a clock
 * change comes an hour later; of a repeated time, the first counts (`timesIn`).
 */
export async function daysBetween(db: Database, time: string, from: Date, to: Date): Promise<LocalDays> {
  const dates: string[] = [];
  // No zone is further than a day from UTC, so the next time is within two.
  for (let at = from.getTime() - DAY_MS; at <= to.getTime() + 2 * DAY_MS; at += DAY_MS) dates.push(dayOf(new Date(at)));
  const days: LocalDay[] = [];
  const zones = new Set<string>();
  let next = Number.POSITIVE_INFINITY;
  for (const day of dates) {
    for (const { zone, at } of await timesOn(db, `${day}T${time}`)) {
      zones.add(zone);
      if (at > to) next = Math.min(next, at.getTime());
      else if (at > from) days.push({ zone, day, at });
    }
  }
  return { days, zones: [...zones], next: new Date(next) };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Shared by all callers, because reading all zones from the database takes a few tenths of a second. */
const known = new Map<string, ZoneTime[]>();
const MAX_KNOWN = 50;

async function timesOn(db: Database, local: string): Promise<ZoneTime[]> {
  const found = known.get(local) ?? (await timesIn(db, local));
  known.delete(local);
  known.set(local, found);
  for (const [oldest] of known) if (known.size > MAX_KNOWN) known.delete(oldest);
  return found;
}
