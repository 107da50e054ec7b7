import type { IncomingMessage } from 'node:http';

/** A name or an address, and a port (RFC 9110, 7.2). Empty for an address without a host. */
const HOST = /^(\[[\da-f:.]+\]|[\w.~%!$&'()*+;=-]*)(:\d{0,5})?$/i;

/**
 * Whether a request names at most one host, as RFC 9112 (3.2) requires. With two, a proxy and this server could each
 * trust a different one. Node keeps the first and drops the rest.
 */
export function namesOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return false;
    host = rawHeaders[at + 1] as string;
  }
  return host === undefined || HOST.test(host);
}
