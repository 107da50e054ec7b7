import { BlockList, isIP, isIPv6 } from 'node:net';

const V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's platform and IBM Cloud's services, reachable only from inside.
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** All of IPv6 outside the public range (2000::/3), and special ranges within it. */
const V6 = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const blocked = new BlockList();
for (const [net, prefix] of V4) blocked.addSubnet(net, prefix, 'ipv4');
const blocked6 = new BlockList();
for (const [net, prefix] of V6) blocked6.addSubnet(net, prefix, 'ipv6');

/**
 * Whether an IP address belongs to this machine, to a private network, or is not reachable on the public internet. IPv4
 * embedded in IPv6 (mapped, NAT64, 6to4) counts as private: no server needs to be named that way.
 */
export const isPrivateAddress = (address: string): boolean => {
  const [plain = ''] = address.split('%');
  if (isIP(plain) === 0) return true;
  return isIPv6(plain) ? blocked6.check(plain, 'ipv6') : blocked.check(plain, 'ipv4');
};

/** Whether a host is private by its name or address alone, without a look-up. */
export const isPrivateHost = (host: string): boolean =>
  isIP(host) === 0 ? /(^|\.)(localhost|local|internal)$/.test(host) || !host.includes('.') : isPrivateAddress(host);
