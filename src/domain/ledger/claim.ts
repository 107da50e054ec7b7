import { sql } from '../../database/connect.ts';
import type { MessageKind } from '../../generated/prisma/client.ts';

/**
 * A message claimed by one worker. `fence` proves the claim; it is void once another worker has claimed the message.
 */
export interface Claim {
  teamId: number;
  /** The id of the message. */
  id: string;
  kind: MessageKind;
  createdAt: Date;
  /** Set for a transactional mail. */
  mailId: string | null;
  /** Set for a confirmation. */
  subscriberId: string | null;
  /** Set, with the person's key, for a campaign's message. */
  campaignId: string | null;
  personKey: string | null;
  /** The run of an automation whose step filed the message. */
  runId: string | null;
  /** Which variant of its campaign the message carries, counted from 1. */
  variant: number | null;
  fence: number;
  /** The recipients that are left, when others of the same mail already have it. */
  remaining: readonly string[] | null;
  /** Seconds since the first claim. */
  age: number;
  /** Whether the message is sent once more when it may have arrived. */
  repeats: boolean;
  /** Temporary failures so far. */
  failures: number;
  /** How often the message may have been accepted without an answer, up to and including this claim. */
  undecided: number;
}

/** The kinds of messages that somebody waits for, in the order in which they are claimed. */
export const URGENT_KINDS = sql`'{transactional,confirmation,data_request}'::"MessageKind"[]`;

/** Nobody waits for a bulk message, so it may be deferred for longer. */
export const isBulk = ({ kind }: Claim): boolean => kind === 'campaign';

/** Identifies a claim in a statement; `index` is its position in the set. */
export const keyOf = ({ teamId, id, fence }: Claim, index: number) => ({ index, teamId, id, fence });
