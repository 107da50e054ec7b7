import type { SubscriberStatus } from '../../../generated/dashboard/people.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';

/** The address of the table: list, filters and page. */
export interface PeopleSearch {
  list?: string | undefined;
  search?: string | undefined;
  status?: SubscriberStatus | undefined;
  tag?: string | undefined;
  /** The cursor of the person before the page, or after it. */
  after?: string | undefined;
  before?: string | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  /** The id of a segment of the list. */
  segment?: string | undefined;
  /** Opens with the dialog for a new person. */
  add?: 'yes' | undefined;
}

/** Orders of the table; those that begin with `-` are descending. The first is the default. */
export const SORTS = ['-created', 'created', 'email', '-email'] as const;

export const STATUSES = ['SUBSCRIBED', 'UNCONFIRMED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;

/** Reads the page's address; invalid values count as absent. */
export const readPeopleSearch = (given: Record<string, unknown>): PeopleSearch => ({
  ...readTexts(given, ['list', 'search', 'tag', 'segment', 'after', 'before']),
  status: readChoice(given.status, STATUSES),
  sort: readChoice(given.sort, SORTS),
  add: readChoice(given.add, ['yes']),
});
