import { InputIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { readTexts } from '../../shell/read-search.ts';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import type { PageSearch } from '../../tables/pages.tsx';

const table = createRoute({
  getParentRoute: () => root,
  path: '/forms',
  validateSearch: (given: Record<string, unknown>): PageSearch => readTexts(given, ['after', 'before']),
}).lazy(async () => (await import('./forms.tsx')).Forms);

const one = createRoute({ getParentRoute: () => root, path: '/forms/$id' }).lazy(
  async () => (await import('./form.tsx')).Form,
);

/** Sign-up forms, with a preview and the code for a website. */
export const forms = screen({
  name: 'forms',
  title: { en: 'Forms', de: 'Formulare' },
  words: 'sign up subscribe embed website popup anmeldung einbetten',
  icon: InputIcon,
  to: '/forms',
  routes: [table, one],
});
