/** The times of day, in a time zone, between which a campaign's messages may be sent. */
export interface SendWindow {
  /** Such as 09:00. Null: at any time. */
  sendFrom: string | null;
  /** Exclusive. If before `sendFrom`, it is on the next day. */
  sendTo: string | null;
  timezone: string;
}

/** Whether messages may be sent at a moment. */
export function isOpen({ sendFrom, sendTo, timezone }: SendWindow, at: Date): boolean {
  if (sendFrom === null || sendTo === null) return true;
  const time = clockOf(timezone).format(at);
  return sendFrom < sendTo ? time >= sendFrom && time < sendTo : time >= sendFrom || time < sendTo;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return clock;
}
