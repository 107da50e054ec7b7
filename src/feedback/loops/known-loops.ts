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
export function isOfKnownLoop(from: string, more: readonly string[]): boolean {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return [...KNOWN, ...more].some((one) =>
    one.includes('@') ? one === from : one === domain || domain.endsWith(`.${one}`),
  );
}
