import type { ComposedMessage } from '../../domain/sending/compose/composed-message.ts';

/** A message that is ready to send. */
export interface OutgoingMessage extends ComposedMessage {
  /**
   * The DKIM-Signature header, which goes before `raw`. Separate until it leaves, so that a waiting message is in memory only
   * once.
   */
  signature?: string;
  ascii?: () => Promise<OutgoingMessage>;
}

/** All bytes of the message in one piece: another packet would cost more than the copy. */
export const bytesOf = ({ signature, raw }: OutgoingMessage): Buffer =>
  signature ? Buffer.concat([Buffer.from(signature), raw]) : raw;

/**
 * The outcome of sending a message.
 * - accepted: the next server has taken responsibility; `refused` lists recipients that it refused, with its reason
 * - refused: permanently
 * - deferred: refused for now; nothing was accepted
 * - undecided: all of it was sent but no answer was seen, so it may have arrived
 * - withdrawn: nothing was tried; retry after `delaySeconds`
 * `cause` says what a temporary failure is about: the server (any message would fail) or the recipient.
 */
export type Outcome = {
  /** How long the server took for the message itself, when known. */
  seconds?: number;
} & (
  | { kind: 'accepted'; refused?: readonly Refused[] }
  | { kind: 'refused'; reason: string; refused?: readonly Refused[] }
  | { kind: 'deferred'; reason: string; cause?: Cause }
  | { kind: 'undecided'; reason: string; cause?: Cause }
  | { kind: 'withdrawn'; delaySeconds?: number }
);

/** A recipient that the server refused. */
export interface Refused {
  address: string;
  reason: string;
}

/** Whether the message may still be sent. A slow server can delay this long after the start was recorded. */
export type StillOurs = () => boolean;

export type Cause = 'server' | 'recipient';

/** A connection that is ready for one message. Call either `send` or `release`, once. */
export interface TransportConnection {
  kind: 'connected';
  /** Sends the message, after checking `stillOurs` right before its first byte is sent. Never rejects. */
  send(message: OutgoingMessage, stillOurs: StillOurs): Promise<Outcome>;
  /** Returns the connection unused. */
  release(): void;
}

export interface Transport {
  /** A description of the server for people, without credentials. */
  readonly description: string;
  /** How many messages may be in transit at once. */
  readonly concurrency: number;
  /** How many of them one recipient domain may have, if fewer. */
  readonly connections?: number;
  /**
   * Connects, logs in and waits for the rate limit, for one message, urgent ones before others. Returns an outcome on failure.
   */
  connect(isUrgent?: boolean): Promise<TransportConnection | Outcome>;
  /** Whether messages stay on this machine. */
  readonly isLocal?: boolean;
  /** Keeps no connection for further messages. Messages in transit still get their answers. */
  retire?(): void;
  close(): Promise<void>;
}
