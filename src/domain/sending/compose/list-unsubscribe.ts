import type { LinkOfMessage, Links } from '../../../crypto/links.ts';
import type { UnsubscribeAddresses } from '../../../crypto/unsubscribe-addresses.ts';
import { prepared } from './headers.ts';

/** The data for the unsubscribe headers of messages. */
export interface UnsubscribeContext {
  links: Links;
  /** Absent without a listener for mail: then the header has only the link. */
  unsubscribeAddresses?: Pick<UnsubscribeAddresses, 'ofMessage'>;
}

/**
 * The value of a subscriber's List-Unsubscribe header (RFC 2369), folded; in a campaign's message if one is named. The link is
 * first because one-click requests use it (RFC 8058); the address follows, for mail clients that can only send mail. `url`: the
 * link, if it is already built.
 */
export function listUnsubscribe(
  subscriber: LinkOfMessage,
  { links, unsubscribeAddresses }: UnsubscribeContext,
  url = links.ofMessage('unsubscribe', subscriber),
): string {
  const link = `<${url}>`;
  if (!unsubscribeAddresses) return link;
  return `${link},\r\n <mailto:${unsubscribeAddresses.ofMessage(subscriber)}?subject=unsubscribe>`;
}

/** Both headers for the composer; the second announces one-click requests. `value` is already folded. */
export const unsubscribeHeaders = (value: string) => [
  { key: 'List-Unsubscribe', value: prepared(value) },
  { key: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
];
