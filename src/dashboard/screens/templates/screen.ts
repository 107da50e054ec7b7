import { FileTextIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import { readGallerySearch, readStartSearch, readTemplateSearch } from './search.ts';

const gallery = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  validateSearch: readGallerySearch,
  loader: async ({ location, cause }) =>
    cause === 'enter' && (await import('./gallery.tsx')).prefetchTemplates(readGallerySearch(location.search)),
}).lazy(async () => (await import('./gallery.tsx')).Gallery);

const start = createRoute({ getParentRoute: () => root, path: '/templates/new', validateSearch: readStartSearch }).lazy(
  async () => (await import('./new-template.tsx')).NewTemplate,
);

const template = createRoute({
  getParentRoute: () => root,
  path: '/templates/$id',
  validateSearch: readTemplateSearch,
}).lazy(async () => (await import('./template.tsx')).Template);

/** Templates: the gallery, the start page and the editor. */
export const templates = screen({
  name: 'templates',
  title: { en: 'Templates', de: 'Vorlagen' },
  icon: FileTextIcon,
  to: '/templates',
  routes: [gallery, start, template],
});
