import type { IncomingHttpHeaders } from 'node:http';
import type { Installation } from '../installation.ts';

/** What of a request tells where it comes from: Node's and Fastify's both have it. */
export interface Sent {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Whether the browser says that a page of this installation makes the request, or, for one that only reads, that the
 * person typed its address. Only then a cookie counts (docs/adr/0083). Browsers say it in Sec-Fetch-Site; where they do not
 * (plain http, WebSockets), in Origin, or in Referer, which no page of another site can set.
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
  // Without PUBLIC_URL the installation is where it was called.
  return config.linkBase === undefined && new URL(from).host === headers.host;
}

const originOf = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:/.test(address) && URL.canParse(address) ? new URL(address).origin : undefined;
