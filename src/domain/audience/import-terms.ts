import type { Issue } from '../../errors.ts';
import type { Status } from './subscribe-plan.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/** On what terms a batch or an import subscribes its rows. */
export interface Terms {
  /** The people have confirmed elsewhere: they need no confirmation. */
  confirmed: boolean;
  /** How they agreed to receive e-mails, in the sender's words. */
  consent: string | null;
  /** Leaves out an attribute that is not valid, instead of failing its row. */
  skipInvalid: boolean;
  /** The import of these rows. Absent for a batch, and while an import is only previewed. */
  importId?: string;
}

/** The terms of a batch without options. */
export const PLAIN_TERMS: Terms = { confirmed: false, consent: null, skipInvalid: false };

/** What a row says about a person's subscription. Times are in RFC 3339. */
export interface Standing {
  status?: Status;
  subscribedAt?: string;
  unsubscribedAt?: string;
  /** Why the row fails, unless an earlier row of the same batch or import subscribed the person: that subscription ends. */
  unlessOwn?: string;
  /** Overrides the terms for this row. */
  confirmed?: boolean;
  /** Overrides the terms for this row. */
  consent?: string;
}

/** A row of a batch or an import. */
export type PlannedRow = SubscriberRow & { standing?: Standing };

/** A value that was left out of a row: its field as a path, why, and the value as it was sent. */
export interface SkippedValue extends Issue {
  value: string;
}

/** The statuses of people who are not written to. */
const ENDED: readonly Status[] = ['unsubscribed', 'bounced', 'complained'];

export const hasEnded = (status: Status | undefined): status is Status =>
  status !== undefined && ENDED.includes(status);

/** From the weakest reason for sending nothing to the strongest: a bounce can be lifted, a complaint never. */
const STRONGER: readonly Status[] = ['bounced', 'unsubscribed', 'complained'];

/** The status of a person who ended their subscription: the stronger one when they had left before. */
export const endedBy = (here: Status, elsewhere: Status): Status =>
  STRONGER.indexOf(here) > STRONGER.indexOf(elsewhere) ? here : elsewhere;
