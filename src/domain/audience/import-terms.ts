import type { Issue } from '../../errors.ts';
import type { Status } from './subscribe-plan.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/** The terms on which a batch or an import subscribes its rows. */
export interface Terms {
  /** The people have confirmed elsewhere: they need no confirmation. */
  confirmed: boolean;
  /** How they agreed to receive e-mails, in the sender's words. */
  consent: string | null;
  /** Leaves out an invalid attribute instead of failing its row. */
  skipInvalid: boolean;
  /** The import of these rows. Absent for a batch, and for the preview of an import. */
  importId?: string;
}

/** The terms of a batch without options. */
export const PLAIN_TERMS: Terms = { confirmed: false, consent: null, skipInvalid: false };

/** The subscription data of a row. Times are in RFC 3339. */
export interface RowSubscription {
  status?: Status;
  subscribedAt?: string;
  unsubscribedAt?: string;
  /**
   * Why the row fails, unless an earlier row of the same batch or import subscribed the person: then that subscription
   * ends.
   */
  unlessOwn?: string;
  /** Overrides the terms for this row. */
  confirmed?: boolean;
  /** Overrides the terms for this row. */
  consent?: string;
}

/** A row of a batch or an import. Its subscription data is stored under the key `standing` until an import processes it. */
export type PlannedRow = SubscriberRow & { standing?: RowSubscription };

/** A value that was left out of a row: its field as a path, the reason, and the value as sent. */
export interface SkippedValue extends Issue {
  value: string;
}

/** Statuses in which people get no messages. */
const ENDED: readonly Status[] = ['unsubscribed', 'bounced', 'complained'];

export const hasEnded = (status: Status | undefined): status is Status =>
  status !== undefined && ENDED.includes(status);

/** From the weakest to the strongest: a bounce can be reset, a complaint never. */
const STRONGER: readonly Status[] = ['bounced', 'unsubscribed', 'complained'];

/** The status of a person who ended their subscription: the stronger of the two. */
export const endedBy = (here: Status, elsewhere: Status): Status =>
  STRONGER.indexOf(here) > STRONGER.indexOf(elsewhere) ? here : elsewhere;
