import { createRouter } from '@tanstack/react-router';
import { BASE } from './client/urls.ts';
import { screens } from './screens.ts';
import { root } from './shell/root.ts';
import { Shell } from './shell/shell.tsx';
import { ScreenFailed } from './states/failed.tsx';

root.update({ component: Shell });

/** The addresses of the dashboard. Addresses hold the view: filters, pages, tabs. */
export const router = createRouter({
  routeTree: root.addChildren(screens.flatMap(({ routes }) => [...routes])),
  basepath: BASE.pathname,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
