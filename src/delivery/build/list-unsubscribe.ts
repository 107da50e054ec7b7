import type { LinkOfMessage, Links } from '../../crypto/links.ts';
import type { UnsubscribeAddresses } from '../../crypto/unsubscribe-addresses.ts';

/** What the unsubscribe headers of messages are made from. */
export interface UnsubscribeContext {
  links: Links;
  /** Absent where no listener receives mail: the link alone is given then. */
  unsubscribeAddresses?: UnsubscribeAddresses;
}

/**
 * The value of a subscriber's List-Unsubscribe header (RFC 2369), in a campaign's message if one is named, folded: the link,
 * which is first because one-click requests go there (RFC 8058), and the address, for mail programs that only know to write.
 * `url`: the link, if it is built already.
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

/** Both headers for the composer; the second says that the link takes one-click requests. `value` is folded already. */
export const unsubscribeHeaders = (value: string) => [
  { key: 'List-Unsubscribe', value: { prepared: true, value } as never },
  { key: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
];
