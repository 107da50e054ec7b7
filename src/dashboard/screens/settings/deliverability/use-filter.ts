import { getRouteApi } from '@tanstack/react-router';
import { dayIn } from '../../../shell/days.ts';
import type { DeliverabilitySearch } from './search.ts';

const route = getRouteApi('/settings/deliverability');

const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** The filters in the address, how to change them, and the days (UTC) that they mean. */
export function useFilter() {
  const search: DeliverabilitySearch = route.useSearch();
  const navigate = route.useNavigate();
  const days = search.days ?? USUAL_DAYS;
  const now = Date.now();
  const daysAgo = (count: number) => dayIn(new Date(now - count * DAY_MS), 'UTC');
  return {
    search,
    days,
    since: daysAgo(days - 1),
    today: daysAgo(0),
    /** The same number of days before. */
    earlier: { since: daysAgo(2 * days - 1), until: daysAgo(days) },
    change: (change: DeliverabilitySearch) =>
      void navigate({ search: (now) => ({ ...now, ...change }), replace: true }),
  };
}
