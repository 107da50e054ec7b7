import { isGenuine, keyName } from '../../crypto/dkim/verify-claim.ts';
import type { ReturnPaths } from '../../crypto/return-paths.ts';
import type { Dns } from '../../network/dns.ts';
import { domainOf } from '../../validation/email.ts';
import type { Origin } from './read-origin.ts';

/**
 * The senders of complaints to registered senders: an address, or a domain from which no customer of the provider writes.
 * FEEDBACK_LOOPS adds others.
 */
const KNOWN: readonly string[] = [
  'arf.mail.yahoo.com', // Yahoo and AOL
  'scomp@aol.net',
  'staff@hotmail.com', // Outlook's Junk Mail Reporting
  'senderscore.net', // Validity, for Comcast, Fastmail and others
  'fbl@corp.mail.ru',
];

/** Whether a normalised address belongs to a feedback loop. `more`: addresses and domains of the installation's own. */
function isOfKnownLoop(from: string, more: readonly string[]): boolean {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return [...KNOWN, ...more].some((one) =>
    one.includes('@') ? one === from : one === domain || domain.endsWith(`.${one}`),
  );
}

/** The knowledge about feedback loops. */
export interface Loops {
  dns: Dns;
  returnPaths: ReturnPaths;
  /** Addresses and domains of feedback loops, besides the well-known ones. */
  loops: readonly string[];
}

/**
 * Whether a known feedback loop sent us an e-mail: it is from an address of the loop, to an address of ours, and the domain of
 * From signed both. Without To, a report about another sender's message, which may quote any Message-ID, could be forwarded to
 * us. Queries DNS only for known loops. Rejects when DNS does not answer.
 */
export async function isFromLoop({ from, to, claims }: Origin, { dns, returnPaths, loops }: Loops): Promise<boolean> {
  if (from === undefined || !isOfKnownLoop(from, loops)) return false;
  if (to.length === 0 || !to.every((address) => returnPaths.localPart(address) !== undefined)) return false;
  const sender = domainOf(from);
  for (const claim of claims) {
    const isAligned = claim.domain === sender || sender.endsWith(`.${claim.domain}`);
    if (!isAligned || !claim.names.includes('to')) continue;
    if (isGenuine(claim, await dns.texts(keyName(claim)))) return true;
  }
  return false;
}
