/**
 * Why a mail was refused. The first four mean that the address is permanently invalid; the others concern a temporary
 * state, the mail, or us.
 */
export const CAUSES = [
  'user_unknown',
  'host_unknown',
  'moved',
  'not_accepting',
  'mailbox_full',
  'suspended',
  'filtered',
  'policy',
  'authentication',
  'blocked',
  'rate',
  'content',
  'too_large',
  'spam',
  'virus',
  'syntax',
  'relaying',
  'network',
  'expired',
  'system',
  'unknown',
] as const;

export type Cause = (typeof CAUSES)[number];

/** A mail server's refusal of a mail, from any source. */
export interface Refusal {
  /** The enhanced status (RFC 3463): `5.1.1`. */
  status?: string;
  /** The reply code (RFC 5321): 550. */
  reply?: number;
  /** The server's words. */
  words: string;
  /**
   * Another server's account of it, such as the readable part of a bounce message. It counts if words and codes say little.
   */
  account?: string;
  /** The action in a bounce message (RFC 3464). */
  action?: 'failed' | 'delayed';
  /** The refused part, if it is known to be more than a recipient: the connection or the sender, or the mail itself. */
  at?: 'sender' | 'message';
}

/** Causes that mean that the address does not exist. */
export const NO_ADDRESS: ReadonlySet<Cause> = new Set(['user_unknown', 'host_unknown', 'moved', 'not_accepting']);

/** Causes that concern the sender rather than the recipient: many of them mean a problem on our side. */
export const ABOUT_US: ReadonlySet<Cause> = new Set([
  ...(['policy', 'authentication', 'blocked', 'rate', 'spam', 'relaying'] as const),
]);
