import type { IncomingHttpHeaders } from 'node:http';
import type { Installation } from '../installation.ts';

/**
 * `session`: a signed-in user. `browser`: a browser that is signing in. `place`: the return URL. `known`: a user who
 * signed in here before.
 */
export type CookieName = 'session' | 'browser' | 'place' | 'known';

const PREFIX = 'tidings_';

/** Whether browsers only reach the installation through https. */
export const isSecure = ({ publicUrl }: Pick<Installation['config'], 'publicUrl'>): boolean =>
  publicUrl.startsWith('https:');

/**
 * The path of our cookies: the path of PUBLIC_URL, so other applications on the host do not get them. Browsers
 * compare whole path segments (RFC 6265, 5.1.4).
 */
const pathOf = ({ publicUrl }: Pick<Installation['config'], 'publicUrl'>): string =>
  new URL(publicUrl).pathname.replace(/(?<=.)\/+$/, '');

/**
 * With https, no other host or subdomain can set a cookie with the prefix __Host- (RFC 6265bis), which requires the
 * path /. For other paths the prefix is __Secure-, which only https can set.
 */
export function cookieName(config: Pick<Installation['config'], 'publicUrl'>, name: CookieName): string {
  if (!isSecure(config)) return `${PREFIX}${name}`;
  return `${pathOf(config) === '/' ? '__Host-' : '__Secure-'}${PREFIX}${name}`;
}

/** The value of one of our cookies; of several with the same name, the first. */
export function readCookie(
  config: Pick<Installation['config'], 'publicUrl'>,
  headers: IncomingHttpHeaders,
  name: CookieName,
): string | undefined {
  const wanted = `${cookieName(config, name)}=`;
  for (const pair of headers.cookie?.split(';') ?? []) {
    const cookie = pair.trim();
    if (cookie.startsWith(wanted)) return cookie.slice(wanted.length);
  }
  return undefined;
}

/** The Set-Cookie header for a value hidden from scripts, with its lifetime in seconds; 0 removes it. */
export const writeCookie = (
  config: Pick<Installation['config'], 'publicUrl'>,
  name: CookieName,
  value: string,
  seconds: number,
): string =>
  `${cookieName(config, name)}=${value}; Path=${pathOf(config)}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`;
