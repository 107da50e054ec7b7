import { ActivityLogIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import { readEventsSearch, readRevenueSearch } from './search.ts';

const stream = createRoute({ getParentRoute: () => root, path: '/events', validateSearch: readEventsSearch }).lazy(
  async () => (await import('./events.tsx')).Events,
);

const revenue = createRoute({
  getParentRoute: () => root,
  path: '/events/revenue',
  validateSearch: readRevenueSearch,
  loader: async ({ location, cause }) =>
    cause === 'enter' && (await import('./revenue.tsx')).prefetchRevenue(readRevenueSearch(location.search)),
}).lazy(async () => (await import('./revenue.tsx')).Revenue);

/** Live events, and revenue. */
export const events = screen({
  name: 'events',
  title: { en: 'Events and revenue', de: 'Ereignisse und Umsatz' },
  icon: ActivityLogIcon,
  to: '/events',
  routes: [stream, revenue],
});
