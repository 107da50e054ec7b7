import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 address that came as IPv6, as it is. */
export const plainAddress = (address: string): string => MAPPED.exec(address)?.[1] ?? address.split('%')[0]!;

/** The family of an address. */
export const familyOf = (address: string): 4 | 6 => (isIPv6(plainAddress(address)) ? 6 : 4);

/** The network that an address is counted with: its /24, or the /48 that one customer of a provider has. */
export function blockOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = plain.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').flatMap((one) => (one.includes('.') ? ['', ''] : [one]));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = plain.includes('::') ? Array.from({ length: 8 - first.length - last.length }, () => '0') : [];
  return [...first, ...zeros, ...last]
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
