import { TargetIcon } from '@radix-ui/react-icons';
import { createRoute } from '@tanstack/react-router';
import { readTexts } from '../../shell/read-search.ts';
import { root } from '../../shell/root.ts';
import { screen } from '../../shell/screen.ts';
import type { PageSearch } from '../../tables/pages.tsx';

/** The address of the table: its list. */
interface SegmentsSearch extends PageSearch {
  list?: string | undefined;
}

const table = createRoute({
  getParentRoute: () => root,
  path: '/segments',
  validateSearch: (given: Record<string, unknown>): SegmentsSearch => readTexts(given, ['list', 'after', 'before']),
}).lazy(async () => (await import('./segments.tsx')).Segments);

/** The address of a new segment: its list and initial rules. */
interface NewSearch extends Pick<SegmentsSearch, 'list'> {
  rules?: readonly unknown[] | undefined;
}

const added = createRoute({
  getParentRoute: () => root,
  path: '/segments/new',
  validateSearch: (given: Record<string, unknown>): NewSearch => ({
    ...readTexts(given, ['list']),
    rules: Array.isArray(given.rules) ? given.rules : undefined,
  }),
}).lazy(async () => (await import('./new-segment.tsx')).NewSegment);

const one = createRoute({ getParentRoute: () => root, path: '/segments/$id' }).lazy(
  async () => (await import('./segment.tsx')).Segment,
);

/** Saved conditions on the people of a list, with live counts while editing. */
export const segments = screen({
  name: 'segments',
  title: { en: 'Segments', de: 'Segmente' },
  icon: TargetIcon,
  to: '/segments',
  routes: [table, added, one],
});
