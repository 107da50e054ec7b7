import { localTimeAt, momentOf } from '../../local-time.ts';
import type { SendWindow } from '../definition/definition.ts';
import { DAY_MS, firstKnown, WEEKDAYS } from './wait-moments.ts';

/**
 * When e-mails may be sent next by clocks of the person: now, or when the window opens. A weekday is that on which it opens, also past
 * midnight. A window that a change of the clocks swallows does not open that day. `zones`: the first known holds.
 */
export function nextOpening(now: Date, { from, to, weekdays }: SendWindow, zones: readonly string[]): Date {
  const zone = firstKnown(zones);
  const today = Date.parse(localTimeAt(now, zone).slice(0, 10));
  // Yesterday's may be open still.
  for (let day = -1; ; day++) {
    const date = new Date(today + day * DAY_MS);
    if (weekdays && !weekdays.includes(WEEKDAYS[date.getUTCDay()] as string)) continue;
    const opens = momentOf(on(date, from), zone);
    const closes = momentOf(on(to < from ? new Date(date.getTime() + DAY_MS) : date, to), zone);
    if (opens < closes && now < closes) return opens > now ? opens : now;
  }
}

const on = (date: Date, time: string): string => `${date.toISOString().slice(0, 10)}T${time}:00`;
