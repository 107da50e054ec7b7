/** A finished message. */
export interface OutgoingMessage {
  /** Id of the row in the ledger; names the message in files and logs. */
  id: string;
  /** When it was asked for. */
  createdAt: Date;
  /** Address of the From header: its domain signs. The envelope's sender is where bounces go. */
  sender: string;
  /** Where it goes, whatever the headers say: normalised addresses. */
  envelope: { from: string; to: readonly string[] };
  raw: Buffer;
}

/**
 * What became of a message.
 * - accepted: the next server answers for it; `refused` names recipients it would not take, with its reason
 * - refused: for good
 * - deferred: not now; nothing was accepted
 * - undecided: all of it was sent and no answer seen, so that it may have arrived
 * - withdrawn: nothing was tried, since `begin` said no or there is no place before `delaySeconds`
 * `cause` says whom a temporary failure is of: the server, so that any message would fare alike, or the recipient.
 */
export type Outcome = {
  /** How long the server took over the message itself, where that is known. */
  seconds?: number;
} & (
  | { kind: 'accepted'; refused?: readonly Refused[] }
  | { kind: 'refused'; reason: string; refused?: readonly Refused[] }
  | { kind: 'deferred'; reason: string; cause?: Cause }
  | { kind: 'undecided'; reason: string; cause?: Cause }
  | { kind: 'withdrawn'; delaySeconds?: number }
);

/** A recipient that a server would not take a message for, while it took it for others. */
export interface Refused {
  address: string;
  reason: string;
}

/** Whether a message may leave now: a server that makes us wait has us ask long after it was begun. */
export type StillOurs = () => boolean;

export type Cause = 'server' | 'recipient';

export interface Transport {
  /** For people: where messages go, without credentials. */
  readonly description: string;
  /** How many messages may be on their way at once. */
  readonly concurrency: number;
  /** How many of them one recipient domain may have, where that is less. */
  readonly connections?: number;
  /**
   * Hands a message over. `begin` is asked when nothing but the message itself is left to do — connected, logged in,
   * within the rate. It gives whether the message is still ours to send, to be asked once more before its first byte leaves;
   * undefined when nothing may be sent at all. Never rejects for the transport's own troubles.
   */
  send(message: OutgoingMessage, begin: () => Promise<StillOurs | undefined>): Promise<Outcome>;
  close(): Promise<void>;
}
