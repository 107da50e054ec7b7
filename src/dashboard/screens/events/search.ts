import type { RevenueGroupBy } from '../../../generated/dashboard/events.ts';
import { beginningOf } from '../../shell/days.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';
import type { PageSearch } from '../../tables/pages.tsx';

/** A period by its first and its last day, as the address says it: days of who looks. */
export interface DaysSearch {
  from?: string | undefined;
  to?: string | undefined;
}

/** Which events are shown. */
export interface EventsSearch extends PageSearch, DaysSearch {
  email?: string | undefined;
  name?: string | undefined;
}

export const readEventsSearch = (given: Record<string, unknown>): EventsSearch =>
  readTexts(given, ['email', 'name', 'from', 'to', 'after', 'before']);

export const GROUPS = ['CAMPAIGN', 'AUTOMATION', 'TEMPLATE'] as const satisfies readonly RevenueGroupBy[];

/** Of which days revenue is shown, and by what it is grouped beside the days. */
export interface RevenueSearch extends PageSearch, DaysSearch {
  by?: (typeof GROUPS)[number] | undefined;
  currency?: string | undefined;
  refunded?: 'yes' | undefined;
}

export const readRevenueSearch = (given: Record<string, unknown>): RevenueSearch => ({
  ...readTexts(given, ['from', 'to', 'currency', 'after', 'before']),
  by: readChoice(given.by, GROUPS),
  refunded: readChoice(given.refunded, ['yes']),
});

/** The period as the server is asked for it. One that ends before it begins is asked for as far as it begins. */
export function periodOf({ from, to }: DaysSearch): { from?: string; to?: string } {
  const since = beginningOf(from);
  const until = beginningOf(to, 1);
  const ends = until !== undefined && (since === undefined || since < until);
  return { ...(since && { from: since }), ...(ends && { to: until }) };
}
