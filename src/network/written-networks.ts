import { isIP } from 'node:net';

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
