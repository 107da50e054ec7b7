import { plainWords } from './plain-words.ts';
import { type Cause, NO_ADDRESS, type Refusal } from './refusal.ts';
import { causeOfCodes, causeOfReply } from './statuses.ts';
import { LOOSE_WORDS, WORDS } from './words.ts';

/** Statuses that servers write when they know nothing, or by mistake for another (RFC 3463 calls them "other"). */
const SAYS_LITTLE = /^[245]\.(?:\d\.0|5\.\d)$/;

/**
 * Why a mail was refused, from what is known of the refusal. Words that decide count most; then an exact status; then
 * what others say of it; then the words and codes that servers use for many things. `unknown` if nothing decides.
 */
export function causeOf(refusal: Refusal): Cause {
  const cause = anyCause(refusal);
  if (!NO_ADDRESS.has(cause)) return cause;
  if (refusal.at === 'sender') return 'policy'; // nothing had been said of a recipient yet
  if (OF_NOBODY.test(refusal.words)) return 'filtered';
  if (refusal.at === 'message' && LATE.test(plainWords(refusal.words))) return 'filtered';
  return cause;
}

/** au names a user that it does not know, and none when the recipient's filter refuses: `550 : User unknown`. */
const OF_NOBODY = /\b550:?\s{1,20}: User unknown/;

/** So mobile networks, which know their users at RCPT, answer to a mail that the recipient does not want. */
const LATE = /\buser unknown\b|\bunknown user\b/;

function anyCause({ words, account, status = '', reply = 0 }: Refusal): Cause {
  const said = plainWords(words);
  const byStatus = causeOfCodes(status, reply);
  const isExact = byStatus !== undefined && !SAYS_LITTLE.test(status);
  return (
    causeInWords(said) ??
    (isExact ? byStatus : undefined) ??
    (account === undefined ? undefined : causeInWords(plainWords(account))) ??
    causeInWords(said, LOOSE_WORDS) ??
    byStatus ??
    causeOfReply(reply) ??
    'unknown'
  );
}

const causeInWords = (said: string, table = WORDS): Cause | undefined =>
  said === '' ? undefined : table.find(([, pattern]) => pattern.test(said))?.[0];

/**
 * Whether a refusal ends an address: there is no such address, and that was said for good (5xx, or `failed` where no
 * code is given). In doubt it does not.
 */
export function isHard({ status, reply, action }: Refusal, cause: Cause): boolean {
  if (!NO_ADDRESS.has(cause) || action === 'delayed') return false;
  const classes = [status?.[0], reply === undefined ? undefined : String(reply)[0]].filter((one) => one !== undefined);
  return classes.length > 0 ? classes.every((one) => one === '5') : action === 'failed';
}
