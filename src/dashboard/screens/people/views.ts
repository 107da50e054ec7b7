import type { CreatePeopleViewInput, PeopleViewSort, ViewFragment } from '../../../generated/dashboard/people.ts';
import { ALL, FILTERS, NO_FILTERS, type PeopleSearch } from './search.ts';

const SORTS = {
  '-created': 'NEWEST',
  created: 'OLDEST',
  email: 'EMAIL',
  '-email': 'EMAIL_DESCENDING',
} as const satisfies Record<NonNullable<PeopleSearch['sort']>, PeopleViewSort>;

const sortOf = (sort: PeopleViewSort | null | undefined): PeopleSearch['sort'] =>
  sort && sort !== 'NEWEST' ? KEYS.find((key) => SORTS[key] === sort) : undefined;
const KEYS = ['created', 'email', '-email'] as const;

/** The address of a view, without the filters that it does not have. */
export const searchOf = (view: ViewFragment): PeopleSearch & { list: string } => ({
  ...NO_FILTERS,
  list: view.listId ?? ALL,
  search: view.search ?? undefined,
  status: view.status ?? undefined,
  tag: view.tag ?? undefined,
  segment: view.segmentId ?? undefined,
  field: view.field ?? undefined,
  value: view.fieldValue ?? undefined,
  source: view.source ?? undefined,
  import: view.importId ?? undefined,
  since: view.since ?? undefined,
  until: view.until ?? undefined,
  sort: sortOf(view.sort),
  columns: view.columns.length > 0 ? view.columns.join(',') : undefined,
});

/** What the address shows, in the form of the API. */
export const contentsOf = (search: PeopleSearch & { list: string }): Omit<CreatePeopleViewInput, 'name'> => ({
  listId: search.list === ALL ? null : search.list,
  search: search.search ?? null,
  status: search.status ?? null,
  tag: search.tag ?? null,
  segmentId: search.segment ?? null,
  field: search.field ?? null,
  fieldValue: (search.field && search.value) ?? null,
  source: search.source ?? null,
  importId: search.import ?? null,
  since: search.since ?? null,
  until: search.until ?? null,
  sort: search.sort ? SORTS[search.sort] : null,
  columns: search.columns?.split(',') ?? [],
});

const PARTS = ['list', 'columns', ...FILTERS] as const;

/** Whether a view shows what the address asks for. */
export function isShown(view: ViewFragment, asked: PeopleSearch & { list: string }): boolean {
  const search = searchOf(view);
  return (
    PARTS.every((part) => search[part] === asked[part]) && (search.sort ?? '-created') === (asked.sort ?? '-created')
  );
}
