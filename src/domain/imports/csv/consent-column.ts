import type { Meaning } from './statuses.ts';

/** How a column is read that says whether a person may receive e-mails. */
export interface ConsentColumn {
  /**
   * `opted_in`: yes means subscribed. `blocklisted`: yes means left. `subscription_status` and `status`: words. `bounce_reason`:
   * any text means bounced. `suppressions`: a list, of which any entry means left. The others are times or reasons of leaving.
   */
  field: ConsentField;
  /** The meaning of yes, where it is another. */
  yes?: Meaning;
  /** The meaning of no, where it is another. */
  no?: Meaning;
  /** Words and numbers of this product, as `wordOf` writes them. */
  words?: Readonly<Record<string, Meaning>>;
  /** Whether nobody is subscribed by an empty cell. */
  asksForYes?: boolean;
  /** Whether its words tell more than an older time of leaving in another column, as those of our own `status` do. */
  outweighsTimes?: boolean;
  /** The field that takes the column where its cells are times. */
  time?: 'subscribed_at' | 'unsubscribed_at' | 'bounced_at';
  /** Whether the column is read only if its words are known: its name says too little. */
  byWords?: boolean;
  /** Whether the column is read only if its cells are times, or all empty. */
  onlyTimes?: boolean;
  /** The column is read only if another one by this name is beside it. */
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
  ...{ field: 'subscription_status', asksForYes: true, time: 'subscribed_at' },
  ...{ yes: 'subscribed', no: 'unsubscribed' },
};
