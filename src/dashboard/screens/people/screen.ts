import { PersonIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import { readPeopleSearch } from './search.ts';

const table = createRoute({ getParentRoute: () => root, path: '/people', validateSearch: readPeopleSearch }).lazy(
  async () => (await import('./people.tsx')).People,
);

const person = createRoute({ getParentRoute: () => root, path: '/people/$email' }).lazy(
  async () => (await import('./person.tsx')).Person,
);

/** Everybody on a list, found by name, status or tag; and all that is known of one person. */
export const people = screen({
  name: 'people',
  title: { en: 'People', de: 'Personen' },
  icon: PersonIcon,
  to: '/people',
  routes: [table, person],
});
