import type { Issue } from '../../errors.ts';
import type { Status } from './subscribe-plan.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/** On what terms an import subscribes its rows. */
export interface Terms {
  /** The people have confirmed elsewhere: they need no confirmation. */
  confirmed: boolean;
  /** How they agreed to be written to, in the words of whoever imports them. */
  consent: string | null;
  /** Leaves out an attribute that is not valid, instead of failing its row. */
  skipInvalid: boolean;
  /** Which import it is. Absent while it is only previewed. */
  importId?: string;
}

/** What a file says about a person's subscription. Times are in RFC 3339. */
export interface Standing {
  status?: Status;
  subscribedAt?: string;
  unsubscribedAt?: string;
}

/** A row of a batch or an import. Only a file has a standing. */
export type PlannedRow = SubscriberRow & { standing?: Standing };

/** A value that was left out of a row: its field as a path, why, and the value as it was sent. */
export interface SkippedValue extends Issue {
  value: string;
}

/** The statuses of people who are not written to. */
const ENDED: readonly Status[] = ['unsubscribed', 'bounced', 'complained'];

export const hasEnded = (status: Status | undefined): status is Status =>
  status !== undefined && ENDED.includes(status);

/** The status of a person who had left here and elsewhere: a complaint is the stronger one. */
export const endedTwice = (here: Status, elsewhere: Status): Status => (elsewhere === 'complained' ? elsewhere : here);
