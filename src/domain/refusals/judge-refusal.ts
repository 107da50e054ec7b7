import { plainWords } from './plain-words.ts';
import { readReply } from './read-reply.ts';
import { type Cause, NO_ADDRESS, type Refusal } from './refusal.ts';
import { causeOfCodes, causeOfReply } from './statuses.ts';
import { LOOSE_WORDS, WORDS } from './words.ts';

/** Statuses that servers use when they know nothing, or by mistake (RFC 3463 calls them "other"). */
const SAYS_LITTLE = /^[245]\.(?:\d\.0|5\.\d)$/;

/**
 * The cause of a refusal. Decisive words count most; then an exact status; then the account of others; then the words and
 * codes that servers use for many things. `unknown` if nothing decides.
 */
export function causeOf(refusal: Refusal): Cause {
  const cause = anyCause(refusal);
  if (!NO_ADDRESS.has(cause)) return cause;
  if (refusal.at === 'sender') return 'policy'; // no recipient was given yet
  if (OF_NOBODY.test(refusal.words)) return 'filtered';
  if (refusal.at === 'message' && LATE.test(plainWords(refusal.words))) return 'filtered';
  return cause;
}

/** au names unknown users, but names none if the recipient's filter refuses: `550 : User unknown`. */
const OF_NOBODY = /\b550:?\s{1,20}: User unknown/;

/** Mobile networks, which know their users at RCPT, answer like this to a mail that the recipient does not want. */
const LATE = /\buser unknown\b|\bunknown user\b/;

function anyCause({ words, account, status = '', reply = 0 }: Refusal): Cause {
  const text = plainWords(words);
  const byStatus = causeOfCodes(status, reply);
  const isExact = byStatus !== undefined && !SAYS_LITTLE.test(status);
  return (
    causeInWords(text) ??
    (isExact ? byStatus : undefined) ??
    (account === undefined ? undefined : causeInWords(plainWords(account))) ??
    causeInWords(text, LOOSE_WORDS) ??
    byStatus ??
    causeOfReply(reply) ??
    'unknown'
  );
}

const causeInWords = (text: string, table = WORDS): Cause | undefined =>
  text === '' ? undefined : table.find(([, pattern]) => pattern.test(text))?.[0];

/** The cause in the words of a failed attempt; null without words, and if nothing decides. */
export function causeOfReason(reason: string | null): Cause | null {
  const cause = reason === null ? 'unknown' : causeOf(readReply(reason));
  return cause === 'unknown' ? null : cause;
}

/**
 * Whether a refusal ends an address: the address does not exist, and the refusal is permanent (5xx, or `failed` without a
 * code). In doubt it does not.
 */
export function isHard({ status, reply, action }: Refusal, cause: Cause): boolean {
  if (!NO_ADDRESS.has(cause) || action === 'delayed') return false;
  const classes = [status?.[0], reply === undefined ? undefined : String(reply)[0]].filter((one) => one !== undefined);
  return classes.length > 0 ? classes.every((one) => one === '5') : action === 'failed';
}
