import type { GmailFiguresQuery } from '../../../../../generated/dashboard/gmail.ts';

type Connection = NonNullable<GmailFiguresQuery['gmailPostmaster']>;
export type GmailDomain = Connection['domains'][number];
export type GmailDay = GmailDomain['days'][number];
type Reason = GmailDay['errors'][number]['reason'];

/** Google's own limits of the spam rate: stay below the first, never reach the second. */
export const SPAM = { target: 0.001, limit: 0.003 } as const;

/** Below this share, messages fail authentication too often to be chance. */
const AUTHENTICATED = 0.95;

export interface Peak {
  day: string;
  rate: number;
}

/** The day with the highest figure. Undefined: Google published none. */
export function peakOf(days: readonly GmailDay[], figure: (day: GmailDay) => number | null | undefined) {
  let peak: Peak | undefined;
  for (const day of days) {
    const rate = figure(day);
    if (typeof rate === 'number' && (!peak || rate > peak.rate)) peak = { day: day.day, rate };
  }
  return peak;
}

/** The last day that has the figure. */
export const latestOf = (days: readonly GmailDay[], figure: (day: GmailDay) => number | null): number | null =>
  days.map(figure).findLast((rate) => rate !== null) ?? null;

export const spamVerdict = (rate: number | undefined): 'none' | 'good' | 'high' | 'bad' => {
  if (rate === undefined) return 'none';
  if (rate >= SPAM.limit) return 'bad';
  return rate >= SPAM.target ? 'high' : 'good';
};

/** The highest share that one reason had on a day. */
export const peakOfReason = (days: readonly GmailDay[], reason: Reason) =>
  peakOf(days, ({ errors }) => errors.find((one) => one.reason === reason)?.rate);

/** Whether the figures that Google published are enough; DKIM or SPF may be missing if DMARC passes. */
export const isAuthenticated = ({ spf, dkim, dmarc }: Record<'spf' | 'dkim' | 'dmarc', number | null>): boolean =>
  (dmarc ?? Math.min(spf ?? 1, dkim ?? 1)) >= AUTHENTICATED;
