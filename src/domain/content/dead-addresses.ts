import { parseUrl } from '../../network/parse-url.ts';
import { isPrivateHost } from '../../network/private-address.ts';
import { decodeAttribute } from './attribute-value.ts';

const ADDRESSES = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The link and picture addresses in HTML, or in Liquid for it, that do not lead to a public host. Each once. */
export const deadAddressesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(ADDRESSES)]
      .map(([, double, single, bare]) => decodeAttribute(double ?? single ?? bare ?? '').trim())
      .filter(leadsNowhere),
  ),
];

/** Whether a link or picture in rendered HTML has an empty address because a value is missing. */
export const hasEmptyAddress = (html: string): boolean => /\s(?:href|src)\s*=\s*(?:"\s*"|'\s*')/i.test(html);

/** Whether a web address does not lead to a public host. Ignores Liquid, `mailto:`, `tel:`, `#top`, …. */
export function leadsNowhere(address: string): boolean {
  if (address === '' || address.startsWith('#') || address.startsWith('{')) return false;
  const [, scheme, host = ''] = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?/i.exec(address) ?? [];
  if (scheme && !/^https?$/i.test(scheme)) return false;
  if (host.includes('{')) return false;
  const url = parseUrl(`http://${host}`);
  return !url || isPrivateHost(url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''));
}
