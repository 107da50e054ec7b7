import { SunIcon } from '@radix-ui/react-icons';
import { createRoute, redirect } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';

const route = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: async ({ cause }) => cause === 'enter' && (await import('./today.tsx')).prefetchToday(),
}).lazy(async () => (await import('./today.tsx')).Today);

/** Each screen has its name as an address. */
const byName = createRoute({
  getParentRoute: () => root,
  path: '/today',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

/** The start page: running campaigns, recent results and health. */
export const today = screen({
  name: 'today',
  title: { en: 'Today', de: 'Heute' },
  icon: SunIcon,
  to: '/',
  routes: [route, byName],
});
