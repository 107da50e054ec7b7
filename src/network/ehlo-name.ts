import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parseUrl } from './parse-url.ts';

const NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
/** Characters that domainToASCII drops, decodes or cuts off. */
const NOT_IN_NAMES = /[\s\p{C}%/\\?#]/u;

/** The name for EHLO: a host, or an address in brackets (RFC 5321, 4.1.3). Undefined for anything else. */
export function normaliseEhloName(text: string): string | undefined {
  const literal = /^\[(ipv6:)?([0-9a-f.:]+)\]$/i.exec(text.trim());
  if (literal) {
    const [, prefix, address = ''] = literal;
    if (isIP(address) === (prefix ? 6 : 4)) return `[${prefix ? 'IPv6:' : ''}${address}]`;
    return undefined;
  }
  const name = NOT_IN_NAMES.test(text.trim()) ? '' : domainToASCII(text.trim());
  return NAME.test(name) && isIP(name) === 0 ? name : undefined;
}

/** The host of PUBLIC_URL if it is a name with a dot. Undefined otherwise; then the machine's own name is used. */
export function ehloNameOf(publicUrl: string | undefined): string | undefined {
  const host = parseUrl(publicUrl ?? '')?.hostname ?? '';
  return host.includes('.') ? normaliseEhloName(host) : undefined;
}
