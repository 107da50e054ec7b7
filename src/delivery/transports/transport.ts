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
 * - withdrawn: nothing was tried; `delaySeconds`: when to come again
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

/** Whether a message may leave now: a server that makes us wait has us ask long after the start was written down. */
export type StillOurs = () => boolean;

export type Cause = 'server' | 'recipient';

/** What is needed to hand one message over, with nothing left to do but that. Sent by or released, once. */
export interface TransportConnection {
  kind: 'connected';
  /** Hands the message over. `stillOurs` is asked once more before its first byte leaves. Never rejects. */
  send(message: OutgoingMessage, stillOurs: StillOurs): Promise<Outcome>;
  /** Gives the connection back unused. */
  release(): void;
}

export interface Transport {
  /** For people: where messages go, without credentials. */
  readonly description: string;
  /** How many messages may be on their way at once. */
  readonly concurrency: number;
  /** How many of them one recipient domain may have, where that is less. */
  readonly connections?: number;
  /** Connects, logs in and waits for the rate, for one message; or gives what becomes of the message without that. */
  connect(): Promise<TransportConnection | Outcome>;
  close(): Promise<void>;
}
