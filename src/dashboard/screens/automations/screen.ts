import { ShuffleIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import { readAutomationsSearch, readEditorSearch, readRunsSearch, readVersionsSearch } from './search.ts';

const table = createRoute({
  getParentRoute: () => root,
  path: '/automations',
  validateSearch: readAutomationsSearch,
}).lazy(async () => (await import('./automations.tsx')).Automations);

const editor = createRoute({
  getParentRoute: () => root,
  path: '/automations/$automation',
  validateSearch: readEditorSearch,
}).lazy(async () => (await import('./automation.tsx')).Automation);

const runs = createRoute({
  getParentRoute: () => root,
  path: '/automations/$automation/runs',
  validateSearch: readRunsSearch,
}).lazy(async () => (await import('./runs/runs.tsx')).Runs);

const run = createRoute({ getParentRoute: () => root, path: '/automations/$automation/runs/$run' }).lazy(
  async () => (await import('./runs/run.tsx')).Run,
);

const versions = createRoute({
  getParentRoute: () => root,
  path: '/automations/$automation/versions',
  validateSearch: readVersionsSearch,
}).lazy(async () => (await import('./versions/versions.tsx')).Versions);

/** Automations: their steps on a canvas, and the people in progress. */
export const automations = screen({
  name: 'automations',
  title: { en: 'Automations', de: 'Automationen' },
  icon: ShuffleIcon,
  to: '/automations',
  routes: [table, editor, runs, run, versions],
});
