import { BlockList, isIPv6 } from 'node:net';
import { parseUrl } from './parse-url.ts';

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
  const url = parseUrl(address);
  if (!url) return false;
  const { protocol, hostname } = url;
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' || (protocol === 'http:' && (host === 'localhost' || isLoopback(host)));
}
