import type { IncomingHttpHeaders } from 'node:http';
import type { Installation } from '../installation.ts';

/**
 * `session`: of who is signed in. `browser`: of a browser that asks to be. `place`: where it is led then. `known`: who was
 * signed in here before.
 */
export type CookieName = 'session' | 'browser' | 'place' | 'known';

const PREFIX = 'tidings_';

/** Whether browsers reach the installation by https alone. */
export const isSecure = ({ publicUrl }: Pick<Installation['config'], 'publicUrl'>): boolean =>
  publicUrl.startsWith('https:');

/**
 * Where browsers send our cookies: below the path of PUBLIC_URL, so that other applications of the host get none. Browsers
 * compare whole parts of paths (RFC 6265, 5.1.4).
 */
const pathOf = ({ publicUrl }: Pick<Installation['config'], 'publicUrl'>): string =>
  new URL(publicUrl).pathname.replace(/(?<=.)\/+$/, '');

/**
 * Under https no other host and no subdomain can set a cookie with the prefix __Host- (RFC 6265bis). It wants the path /; with
 * another one it is __Secure-, which only https can set.
 */
function nameOf(config: Pick<Installation['config'], 'publicUrl'>, name: CookieName): string {
  if (!isSecure(config)) return `${PREFIX}${name}`;
  return `${pathOf(config) === '/' ? '__Host-' : '__Secure-'}${PREFIX}${name}`;
}

/** The value of a cookie of ours. Of several with the name, the first. */
export function readCookie(
  config: Pick<Installation['config'], 'publicUrl'>,
  headers: IncomingHttpHeaders,
  name: CookieName,
): string | undefined {
  const wanted = `${nameOf(config, name)}=`;
  for (const pair of headers.cookie?.split(';') ?? []) {
    const cookie = pair.trim();
    if (cookie.startsWith(wanted)) return cookie.slice(wanted.length);
  }
  return undefined;
}

/** The Set-Cookie header for a value that scripts cannot read, for so many seconds; 0 removes it. */
export const writeCookie = (
  config: Pick<Installation['config'], 'publicUrl'>,
  name: CookieName,
  value: string,
  seconds: number,
): string =>
  `${nameOf(config, name)}=${value}; Path=${pathOf(config)}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`;
