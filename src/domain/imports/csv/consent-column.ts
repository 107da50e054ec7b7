import type { Meaning } from './statuses.ts';

/** How to read a column that says whether a person may receive e-mails. */
export interface ConsentColumn {
  /**
   * `opted_in`: yes means subscribed. `blocklisted`: yes means unsubscribed. `subscription_status` and `status`: words.
   * `bounce_reason`: any text means bounced. `suppressions`: a list in which any entry means unsubscribed. The others are
   * times or reasons of leaving.
   */
  field: ConsentField;
  /** Another meaning of yes. */
  yes?: Meaning;
  /** Another meaning of no. */
  no?: Meaning;
  /** Words and numbers of this product, in the form of `wordOf`. */
  words?: Readonly<Record<string, Meaning>>;
  /** Whether an empty cell subscribes nobody. */
  asksForYes?: boolean;
  /** Whether its words outweigh an older time of leaving in another column, as those of our own `status` do. */
  outweighsTimes?: boolean;
  /** The field for the column if its cells are times. */
  time?: 'subscribed_at' | 'unsubscribed_at' | 'bounced_at';
  /** Whether the column is read only if its words are known, because its name is too vague. */
  byWords?: boolean;
  /** Whether the column is read only if its cells are times, or all empty. */
  onlyTimes?: boolean;
  /** The column is read only if the file also has a column with this name. */
  beside?: string;
}

export const CONSENT_FIELDS = [
  ...(['status', 'subscription_status', 'opted_in', 'blocklisted', 'bounce_reason', 'suppressions'] as const),
  ...(['unsubscribed_at', 'bounced_at', 'unsubscribe_reason'] as const),
];
export type ConsentField = (typeof CONSENT_FIELDS)[number] | 'subscribed_at' | 'opted_in_at';

export const YES_SUBSCRIBED: ConsentColumn = { field: 'opted_in', asksForYes: true, time: 'subscribed_at' };
export const YES_LEFT: ConsentColumn = { field: 'blocklisted', time: 'unsubscribed_at' };
export const WORDS: ConsentColumn = { field: 'subscription_status', asksForYes: true, outweighsTimes: true };
export const CONSENT_WORDS: ConsentColumn = {
  field: 'subscription_status',
  asksForYes: true,
  time: 'subscribed_at',
  yes: 'subscribed',
  no: 'unsubscribed',
};
