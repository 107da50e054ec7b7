import { parseUrl } from '../network/parse-url.ts';

const LONGEST = 1_000;
/** Stands for this server, regardless of its host name. */
const HERE = 'http://here.invalid';

/**
 * A return URL: a path of this server with its query, as browsers write it. Undefined for anything that could lead to another
 * site (`//evil.example`, `/\\evil.example`, `https://evil.example`), and for the sign-in pages.
 */
export function localPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > LONGEST || !text.startsWith('/')) return undefined;
  // Browsers read a backslash as a slash and drop tabs and line breaks.
  const url = /[\\\p{Cc}]/u.test(text) ? undefined : parseUrl(text, HERE);
  if (!url) return undefined;
  const { origin, pathname, search, hash } = url;
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-in(\/|$)/.test(pathname)) return undefined;
  return pathname + search + hash;
}
