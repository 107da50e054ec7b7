import { type Sql, sql } from '../../database/connect.ts';
import type { MessageKind } from '../../generated/prisma/client.ts';

/** A message claimed by one worker. `fence` proves the claim; it is void once another worker has claimed the message. */
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
  /** Set, with the person's key, for a campaign message or an automation e-mail: the id of its mailing. */
  campaignId: string | null;
  personKey: string | null;
  /** The automation run whose step wrote the message. */
  runId: string | null;
  /** The variant of its campaign, counted from 1. */
  variant: number | null;
  fence: number;
  /** The remaining recipients, if others of the same mail already have it. */
  remaining: readonly string[] | null;
  /** Seconds since the first claim. */
  age: number;
  /** Whether a message that may have arrived is sent again. */
  repeats: boolean;
  /** Temporary failures so far. */
  failures: number;
  /** How often the message may have been accepted without an answer, including this claim. */
  undecided: number;
}

/** The message of a claim, without the attempt to send it. */
export type ClaimedMessage = Pick<
  Claim,
  'teamId' | 'id' | 'kind' | 'createdAt' | 'mailId' | 'campaignId' | 'personKey' | 'runId' | 'variant'
>;

/** The kinds of messages that people wait for, in the order of claiming. */
export const URGENT_KINDS = sql`'{transactional,confirmation,data_request}'::"MessageKind"[]`;

/** Kinds of messages that are claimed by team and due time. Both predicates are over `m`, a message. */
export interface Lane {
  kinds: Sql;
  /** Its messages, as in the index that finds them. */
  has: Sql;
  /** Whether a message may be claimed again when its lease has expired. Otherwise it may have arrived and becomes unknown. */
  mayRepeat: Sql;
  /** Whether retries come before messages that were never tried: a greylisting server waits for them. */
  retriesFirst: boolean;
}

export const URGENT: Lane = {
  kinds: URGENT_KINDS,
  has: sql`m.campaign_id is null`,
  mayRepeat: sql`true`,
  retriesFirst: false,
};

export const AUTOMATION_EMAILS: Lane = {
  kinds: sql`'{automation}'::"MessageKind"[]`,
  has: sql`m.kind = 'automation'`,
  mayRepeat: sql`m.state = 'claimed'`,
  retriesFirst: true,
};

/** Nobody waits for a bulk message, so it may be deferred for longer. */
export const isBulk = ({ kind }: Claim): boolean => kind === 'campaign' || kind === 'automation';

/** Identifies a claim in a statement; `index` is its position in the set. */
export const keyOf = ({ teamId, id, fence }: Claim, index: number) => ({ index, teamId, id, fence });
