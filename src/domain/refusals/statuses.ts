import type { Cause } from './refusal.ts';

/**
 * Enhanced statuses by subject and detail (RFC 3463, RFC 7372, RFC 7505 and IANA's registry). The x.0 of a subject, and
 * details that are not listed, have the cause of the subject.
 */
const DETAILS: Record<string, Cause> = {
  '1.1': 'user_unknown',
  '1.2': 'host_unknown',
  '1.3': 'user_unknown', // not even in the form of an address
  '1.6': 'moved',
  '1.7': 'policy', // of the sender's address
  '1.8': 'policy', // of the sender's domain
  '1.10': 'not_accepting',
  '2.1': 'suspended',
  '2.2': 'mailbox_full',
  '2.3': 'too_large',
  '2.4': 'system',
  '3.1': 'system',
  '3.2': 'system',
  '3.3': 'system',
  '3.4': 'too_large',
  '3.5': 'system',
  '4.7': 'expired',
  '5.3': 'rate', // too many recipients
  '7.2': 'filtered',
  '7.7': 'content',
  '7.8': 'authentication',
  '7.9': 'authentication',
  '7.13': 'suspended',
  '7.17': 'filtered', // the mailbox belongs to somebody else now (RFC 7293)
  '7.18': 'filtered',
  '7.20': 'authentication',
  '7.21': 'authentication',
  '7.22': 'authentication',
  '7.23': 'authentication',
  '7.24': 'authentication',
  '7.25': 'blocked', // no name for our IP address
  '7.26': 'authentication',
  '7.28': 'rate',
  '7.29': 'authentication',
  '7.515': 'authentication', // Microsoft's, for large senders
};

/** Subjects whose x.0 is meaningful. Servers write the others (0, 1, 2, 3 and 5) when they know nothing. */
const SUBJECTS: Record<string, Cause> = { '4': 'network', '6': 'content', '7': 'policy' };

const STATUS = /^[245]\.(\d{1,3})\.(\d{1,3})$/;

/** The cause of an enhanced status, with its reply code; undefined if it has none. */
export function causeOfCodes(status: string, reply: number): Cause | undefined {
  // RFC 7504: a host that never accepts mail. 521 alone is used for blocks too, and x.3.2 for servers that are down.
  if (reply === 521 && status === '5.3.2') return 'not_accepting';
  const [, subject = '', detail = ''] = STATUS.exec(status) ?? [];
  const key = `${subject}.${detail}`;
  if (Object.hasOwn(DETAILS, key)) return DETAILS[key];
  if (subject === '5' && detail !== '' && detail !== '0') return 'syntax';
  return Object.hasOwn(SUBJECTS, subject) ? SUBJECTS[subject] : undefined;
}

/** Reply codes with a specific meaning. 550, 551, 553 and 554 are used for anything. */
const REPLIES: Record<number, Cause> = {
  421: 'system',
  450: 'system',
  451: 'system',
  452: 'system',
  500: 'syntax',
  501: 'syntax',
  502: 'syntax',
  503: 'syntax',
  504: 'syntax',
  555: 'syntax',
  530: 'authentication',
  534: 'authentication',
  535: 'authentication',
  538: 'authentication',
  552: 'mailbox_full',
  556: 'not_accepting', // RFC 7504
};

/** The cause of a reply code; undefined if it has none. */
export const causeOfReply = (reply: number): Cause | undefined => REPLIES[reply];
