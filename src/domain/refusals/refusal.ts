/** Why a mail was refused. The first four are about the address for good, the others about today, the mail, or us. */
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

/** What a mail server said when it did not take a mail, wherever it said so. */
export interface Refusal {
  /** The enhanced status (RFC 3463): `5.1.1`. */
  status?: string;
  /** The reply code (RFC 5321): 550. */
  reply?: number;
  /** What the server said. */
  words: string;
  /** What others say of it, such as the part of a notification for people. It counts where words and codes say little. */
  account?: string;
  /** What a notification says has become of the mail (RFC 3464). */
  action?: 'failed' | 'delayed';
  /** What was refused, if it is known not to be a recipient alone: the connection or the sender, or the mail itself. */
  at?: 'sender' | 'message';
}

/** Causes that mean there is no such address to write to. */
export const NO_ADDRESS: ReadonlySet<Cause> = new Set(['user_unknown', 'host_unknown', 'moved', 'not_accepting']);

/** Causes that say something of the sender and not of the recipient: many of them are a reason to look at oneself. */
export const ABOUT_US: ReadonlySet<Cause> = new Set([
  ...(['policy', 'authentication', 'blocked', 'rate', 'spam', 'relaying'] as const),
]);
