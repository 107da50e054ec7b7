import type { RevenueGroupBy } from '../../../generated/dashboard/events.ts';
import { periodIn } from '../../shell/days.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';
import type { PageSearch } from '../../tables/pages.tsx';

/** A period by its first and last day in the address, in the team's time zone. */
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

/** The days of revenue, and its grouping beside the days. */
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

/** The period in the server's form. */
export const periodOf = ({ from, to }: DaysSearch, zone: string): { from?: string; to?: string } =>
  periodIn(zone, from, to);
