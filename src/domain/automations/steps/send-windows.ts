import { localTimeAt, momentOf } from '../../local-time.ts';
import type { SendWindow } from '../definition/definition.ts';
import { DAY_MS, firstKnown, WEEKDAYS } from './wait-moments.ts';

/**
 * The next moment at which e-mails may be sent in the person's time zone: now, or when the window opens. A weekday is the
 * day of opening, also past midnight. A window skipped by a clock change does not open that day. `zones`: the first known
 * one counts.
 */
export function nextOpening(now: Date, { from, to, weekdays }: SendWindow, zones: readonly string[]): Date {
  const zone = firstKnown(zones);
  const today = Date.parse(localTimeAt(now, zone).slice(0, 10));
  // Yesterday's window may still be open.
  for (let day = -1; ; day++) {
    const date = new Date(today + day * DAY_MS);
    if (weekdays && !weekdays.includes(WEEKDAYS[date.getUTCDay()] as string)) continue;
    const opens = momentOf(on(date, from), zone);
    const closes = momentOf(on(to < from ? new Date(date.getTime() + DAY_MS) : date, to), zone);
    if (opens < closes && now < closes) return opens > now ? opens : now;
  }
}

const on = (date: Date, time: string): string => `${date.toISOString().slice(0, 10)}T${time}:00`;
