const LONGEST = 1_000;
/** Stands for this server, whatever it is called. */
const HERE = 'http://here.invalid';

/**
 * A path of this server, with its query, as browsers write it: where somebody is led who has signed in. Undefined for anything
 * that could lead elsewhere (`//evil.example`, `/\\evil.example`, `https://evil.example`), and for pages of signing in.
 */
export function localPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > LONGEST || !text.startsWith('/')) return undefined;
  // Browsers read a backslash as a slash, and leave out tabs and line breaks.
  if (/[\\\p{Cc}]/u.test(text) || !URL.canParse(text, HERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-in(\/|$)/.test(pathname)) return undefined;
  return pathname + search + hash;
}
