import { TargetIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { readTexts } from '../../shell/read-search.ts';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import type { PageSearch } from '../../tables/pages.tsx';

/** What the address of the table says: of which list. */
interface SegmentsSearch extends PageSearch {
  list?: string | undefined;
}

const table = createRoute({
  getParentRoute: () => root,
  path: '/segments',
  validateSearch: (given: Record<string, unknown>): SegmentsSearch => readTexts(given, ['list', 'after', 'before']),
}).lazy(async () => (await import('./segments.tsx')).Segments);

const added = createRoute({
  getParentRoute: () => root,
  path: '/segments/new',
  validateSearch: (given: Record<string, unknown>): Pick<SegmentsSearch, 'list'> => readTexts(given, ['list']),
}).lazy(async () => (await import('./new-segment.tsx')).NewSegment);

const one = createRoute({ getParentRoute: () => root, path: '/segments/$id' }).lazy(
  async () => (await import('./segment.tsx')).Segment,
);

/** Saved conditions on the people of a list, built with counts that move as one types. */
export const segments = screen({
  name: 'segments',
  title: { en: 'Segments', de: 'Segmente' },
  icon: TargetIcon,
  to: '/segments',
  routes: [table, added, one],
});
