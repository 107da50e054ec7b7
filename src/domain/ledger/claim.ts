import type { MessageKind } from '../../generated/prisma/client.ts';

/** A row of the ledger as held by one worker: `fence` is the proof, and void once another worker has claimed the row. */
export interface Claim {
  teamId: number;
  /** Of the message. */
  id: string;
  kind: MessageKind;
  createdAt: Date;
  /** What a transactional message is made from. */
  mailId: string | null;
  /** What a confirmation is made from. */
  subscriberId: string | null;
  /** What a campaign's message is made from, and for whom. */
  campaignId: string | null;
  personKey: string | null;
  fence: number;
  /** The recipients that are left where others of the same mail have it already. */
  remaining: readonly string[] | null;
  /** Since it was claimed for the first time, in seconds. */
  age: number;
  /** Whether it is sent once more when it may have arrived. */
  repeats: boolean;
  /** Temporary failures so far. */
  failures: number;
  /** How often the message may have been accepted without anybody knowing, this claim's find included. */
  undecided: number;
}

/** One of many, that nobody waits for: it may be put off further than others. */
export const isBulk = ({ kind }: Claim): boolean => kind === 'campaign';

/** How claims are named in a statement, by their place in a set. */
export const keyOf = ({ teamId, id, fence }: Claim, index: number) => ({ index, teamId, id, fence });
