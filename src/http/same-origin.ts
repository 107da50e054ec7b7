import type { IncomingHttpHeaders } from 'node:http';
import type { Installation } from '../installation.ts';
import { parseUrl } from '../network/parse-url.ts';

/** The parts of a request that reveal its origin, common to Node's and Fastify's requests. */
export interface Sent {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Whether the browser states that a page of this installation makes the request or, for reads, that the person typed
 * the address. Otherwise cookies are ignored (docs/adr/0083). Browsers use Sec-Fetch-Site; without it (plain http,
 * WebSockets) Origin or Referer, which pages of other sites cannot set.
 */
export function isSameOrigin(
  config: Pick<Installation['config'], 'publicUrl' | 'linkBase'>,
  { method, headers }: Sent,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && (method === 'GET' || method === 'HEAD'));
  const from = originOf(headers.origin ?? headers.referer);
  if (from === undefined) return false;
  if (from === new URL(config.publicUrl).origin) return true;
  // Without PUBLIC_URL, the installation's host is the host of the request.
  return config.linkBase === undefined && new URL(from).host === headers.host;
}

const originOf = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:/.test(address) ? parseUrl(address)?.origin : undefined;
