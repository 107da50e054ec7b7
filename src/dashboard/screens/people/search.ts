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
}

export const STATUSES = ['SUBSCRIBED', 'UNCONFIRMED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;

/** Reads the page's address; invalid values count as absent. */
export const readPeopleSearch = (given: Record<string, unknown>): PeopleSearch => ({
  ...readTexts(given, ['list', 'search', 'tag', 'after', 'before']),
  status: readChoice(given.status, STATUSES),
});
