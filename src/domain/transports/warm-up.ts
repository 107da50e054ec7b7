/**
 * Messages a day of a transport in warm-up, from its first day on; after the last there is no limit. Mailbox providers
 * distrust an IP address that suddenly sends much, and forget one that does not send for a month.
 */
export const WARM_UP: readonly number[] = [
  ...[50, 100, 500, 1_000, 5_000, 10_000, 20_000, 40_000, 70_000, 100_000],
  ...[150_000, 250_000, 400_000, 600_000, 1_000_000],
];

const DAY_MS = 86_400_000;

/** Returns the limit for the day (UTC) of `now`, or undefined. Before the first day the limit of the first applies. */
export function dailyLimit(startedOn: Date | null, now: Date): number | undefined {
  if (startedOn === null) return undefined;
  const day = Math.floor(now.getTime() / DAY_MS) - Math.floor(startedOn.getTime() / DAY_MS);
  return WARM_UP[Math.max(0, day)];
}
