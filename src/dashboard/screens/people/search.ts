import type {
  BulkPeopleFilter,
  StartBulkUpdateInput,
  SubscriberFilter,
  SubscriberSource,
  SubscriberStatus,
} from '../../../generated/dashboard/people.ts';
import { periodIn } from '../../shell/days.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';

/** The address of the table: list, filters, order, columns and page. */
export interface PeopleSearch {
  /** The id of a list, or `all`. Undefined: the only list, or all. */
  list?: string | undefined;
  search?: string | undefined;
  status?: SubscriberStatus | undefined;
  tag?: string | undefined;
  /** The id of a segment of the list. */
  segment?: string | undefined;
  /** The key of a contact field, and the value looked for. */
  field?: string | undefined;
  value?: string | undefined;
  source?: SubscriberSource | undefined;
  /** The id of an import. */
  import?: string | undefined;
  /** Days, both included. */
  since?: string | undefined;
  until?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  /** The names of columns, separated by commas. */
  columns?: string | undefined;
  /** The cursor of the person before the page, or after it. */
  after?: string | undefined;
  before?: string | undefined;
  /** Opens with the dialog for a new person. */
  add?: 'yes' | undefined;
}

/** The value of `list` for everybody, on any list or none. */
export const ALL = 'all';

/** Orders of the table; those that begin with `-` are descending. The first is the default. */
export const SORTS = ['-created', 'created', 'email', '-email'] as const;

export const STATUSES = ['SUBSCRIBED', 'UNCONFIRMED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;

export const SOURCES = ['IMPORT', 'FORM', 'OTHER'] as const;

/** The filters behind the button, and all filters. */
export const MORE_FILTERS = ['field', 'value', 'source', 'import', 'since', 'until'] as const;
export const FILTERS = ['search', 'status', 'tag', 'segment', ...MORE_FILTERS] as const;

const TEXTS = [
  ...(['list', 'search', 'tag', 'segment', 'field', 'value', 'import', 'since', 'until'] as const),
  ...(['columns', 'after', 'before'] as const),
];

/** Reads the page's address; invalid values count as absent. */
export const readPeopleSearch = (given: Record<string, unknown>): PeopleSearch => ({
  ...readTexts(given, TEXTS),
  status: readChoice(given.status, STATUSES),
  source: readChoice(given.source, SOURCES),
  sort: readChoice(given.sort, SORTS),
  add: readChoice(given.add, ['yes']),
});

/** No filters: what a link to another view begins with. */
export const NO_FILTERS: PeopleSearch = Object.fromEntries(FILTERS.map((name) => [name, undefined]));

/** The people of the table in the form of the API, for changes to all of them. */
export type Everyone = Required<Pick<StartBulkUpdateInput, 'people' | 'each'>>;

/** The table of all lists shows each person once, and has no segments. */
export function chosenBy(search: PeopleSearch, zone: string): Everyone {
  const isAll = search.list === ALL;
  const filter: BulkPeopleFilter = {
    ...filterOf(search, zone),
    listId: isAll ? null : (search.list ?? null),
    segmentId: isAll ? null : (search.segment ?? null),
    search: search.search ?? null,
  };
  const isEverybody = Object.values(filter).every((value) => value === null || value === undefined);
  return { each: isAll ? 'PERSON' : 'SUBSCRIPTION', people: isEverybody ? { everybody: true } : { filter } };
}

/** The filters in the form of the API. Days are in the team's time zone. */
export function filterOf(search: PeopleSearch, zone: string): Omit<SubscriberFilter, 'segmentId'> {
  const { from, to } = periodIn(zone, search.since, search.until);
  return {
    statuses: search.status ? [search.status] : null,
    tag: search.tag ?? null,
    source: search.source ?? null,
    importId: search.import ?? null,
    field: search.field ?? null,
    fieldValue: (search.field && search.value) ?? null,
    createdSince: from ?? null,
    createdUntil: to ?? null,
  };
}
