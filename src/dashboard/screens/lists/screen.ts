import { ListBulletIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import {
  readListSearch,
  readListsSearch,
  readNewImportSearch,
  readPageSearch,
  readSuppressionSearch,
  readTagSearch,
} from './search.ts';

const lists = createRoute({ getParentRoute: () => root, path: '/lists', validateSearch: readListsSearch }).lazy(
  async () => (await import('./lists.tsx')).Lists,
);
const list = createRoute({
  getParentRoute: () => root,
  path: '/lists/$id',
  validateSearch: readListSearch,
  loader: async ({ params: { id }, location, cause }) =>
    cause === 'enter' && (await import('./list.tsx')).prefetchList(id, readListSearch(location.search)),
}).lazy(async () => (await import('./list.tsx')).List);
const fields = createRoute({ getParentRoute: () => root, path: '/lists/fields', validateSearch: readPageSearch }).lazy(
  async () => (await import('./fields.tsx')).Fields,
);
const tags = createRoute({ getParentRoute: () => root, path: '/lists/tags', validateSearch: readTagSearch }).lazy(
  async () => (await import('./tags.tsx')).Tags,
);
const suppressions = createRoute({
  getParentRoute: () => root,
  path: '/lists/suppressions',
  validateSearch: readSuppressionSearch,
}).lazy(async () => (await import('./suppressions.tsx')).Suppressions);
const imports = createRoute({
  getParentRoute: () => root,
  path: '/lists/imports',
  validateSearch: readPageSearch,
}).lazy(async () => (await import('./imports.tsx')).Imports);
const newImport = createRoute({
  getParentRoute: () => root,
  path: '/lists/imports/new',
  validateSearch: readNewImportSearch,
}).lazy(async () => (await import('./new-import.tsx')).NewImport);
const importPage = createRoute({
  getParentRoute: () => root,
  path: '/lists/imports/$id',
  validateSearch: readPageSearch,
}).lazy(async () => (await import('./import.tsx')).ImportPage);

/** Lists and their data: fields, tags, suppressions and imports. */
export const listScreens = screen({
  name: 'lists',
  title: { en: 'Lists', de: 'Listen' },
  icon: ListBulletIcon,
  to: '/lists',
  routes: [lists, list, fields, tags, suppressions, imports, newImport, importPage],
});
