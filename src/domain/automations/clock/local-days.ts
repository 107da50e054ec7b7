import type { Database } from '../../../database/connect.ts';
import { timesIn, type ZoneTime } from '../../campaigns/local-times.ts';

/** A day (2026-12-01) in a time zone, and when a time of day came there on it. */
export interface LocalDay {
  zone: string;
  day: string;
  at: Date;
}

export interface LocalDays {
  /** Of every zone that the database knows, those of the period; at most two in a zone. */
  days: LocalDay[];
  /** Every zone that the database knows, in lower case. */
  zones: string[];
  /** When the time of day comes next after the period, in any zone. */
  next: Date;
}

const DAY_MS = 86_400_000;

/**
 * On which days a time of day (09:00:00) came after `from` and up to `to`, in each zone. One that does not exist on a day comes
 * an hour later, one that comes twice is the first (`timesIn`).
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

/** The same for everybody: asking the database for all its zones takes some tenths of a second. */
const known = new Map<string, ZoneTime[]>();
const MAX_KNOWN = 50;

async function timesOn(db: Database, local: string): Promise<ZoneTime[]> {
  const found = known.get(local) ?? (await timesIn(db, local));
  known.delete(local);
  known.set(local, found);
  for (const [oldest] of known) if (known.size > MAX_KNOWN) known.delete(oldest);
  return found;
}
