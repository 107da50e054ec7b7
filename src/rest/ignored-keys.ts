import type { FastifyReply } from 'fastify';
import { MOST_LISTED } from './found-keys.ts';
import type { UnknownKeys } from './unknown-keys.ts';

/** In characters. Proxies refuse answers with long headers. */
const LONGEST = 1_000;

/**
 * Lists a request's ignored keys in the header X-Ignored-Keys of its answer: `events.*.order_id;
 * did-you-mean=reference, colour`. Paths with characters that our own names never have are percent-encoded. `...` at
 * the end stands for more keys.
 */
export function warnOfIgnored(reply: FastifyReply, { ignored }: UnknownKeys): void {
  if (ignored.size > 0) reply.header('X-Ignored-Keys', listed([...ignored]));
}

function listed(ignored: readonly (readonly [string, string | undefined])[]): string {
  const items: string[] = [];
  let length = 0;
  for (const [path, nearest] of ignored) {
    const item = `${encoded(path)}${nearest ? `; did-you-mean=${nearest}` : ''}`;
    length += item.length + 2;
    if (items.length === MOST_LISTED || length > LONGEST) return [...items, '...'].join(', ');
    items.push(item);
  }
  return items.join(', ');
}

const encoded = (path: string): string => encodeURIComponent(path).replace(/[!'()]/g, (sign) => `%${hexOf(sign)}`);

const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase();
