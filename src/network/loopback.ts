import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address is one of this machine alone. */
export const isLoopback = (address = ''): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Whether requests to a URL cannot be read or changed on the way: it is https, or http to this machine. A host name counts as
 * this machine only if it cannot lead elsewhere.
 */
export function isEncrypted(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' || (protocol === 'http:' && (host === 'localhost' || isLoopback(host)));
}
