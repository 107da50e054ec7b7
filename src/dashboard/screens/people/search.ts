import type { SubscriberStatus } from '../../../generated/dashboard/people.ts';

/** What the address of the table says: whose people, which of them, and from where on. */
export interface PeopleSearch {
  list?: string;
  search?: string;
  status?: SubscriberStatus;
  tag?: string;
  /** The cursor of the person before the page, or after it. */
  after?: string;
  before?: string;
}

export const STATUSES = ['SUBSCRIBED', 'UNCONFIRMED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;

/** Reads an address that anybody may have written: what is no text or no status is as if it were not there. */
export function readPeopleSearch(given: Record<string, unknown>): PeopleSearch {
  const status = STATUSES.find((one) => one === given.status);
  const texts = (['list', 'search', 'tag', 'after', 'before'] as const)
    .map((name) => [name, given[name] === undefined ? '' : String(given[name])] as const)
    .filter(([, text]) => text !== '');
  return { ...Object.fromEntries(texts), ...(status && { status }) };
}
