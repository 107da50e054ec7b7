import { isIP, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 address, even if written as IPv6. */
export const plainAddress = (address: string): string => MAPPED.exec(address)?.[1] ?? address.split('%')[0]!;

/** The family of an address. */
export const familyOf = (address: string): 4 | 6 => (isIPv6(plainAddress(address)) ? 6 : 4);

/** The network that one customer of a provider may have: the address's /24, or /48 for IPv6. */
export const blockOf = (address: string): string => networkOf(address, { bytes: 3, groups: 3 });

/** The network of one person: an IPv4 address alone, or for IPv6 its /64. */
export const hostOf = (address: string): string => networkOf(address, { bytes: 4, groups: 4 });

/** The first parts of an address, in one notation. */
function networkOf(address: string, { bytes, groups: wanted }: { bytes: number; groups: number }): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain.split('.').slice(0, bytes).join('.');
  const [head = '', tail = ''] = plain.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').flatMap((one) => (one.includes('.') ? ['', ''] : [one]));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = plain.includes('::') ? Array.from({ length: 8 - first.length - last.length }, () => '0') : [];
  return [...first, ...zeros, ...last]
    .slice(0, wanted)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Whether a text is an IP address, or a network such as `10.1.0.0/16`. */
export function isNetwork(text: string): boolean {
  const [address = '', ...prefix] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  return isIP(address) > 0 && (prefix.length === 0 || (prefix.length === 1 && isPrefix(prefix[0] ?? '', bits)));
}

const isPrefix = (text: string, bits: number): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= bits;

/** Whether a text is an address, a network or a host name. */
export const isHostOrNetwork = (text: string): boolean =>
  isNetwork(text) || (/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(text) && !/^[\d.]+$/.test(text));
