import type { Credentials } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';
import { readCookie } from './cookies.ts';
import { isSameOrigin, type Sent } from './same-origin.ts';

/**
 * What a request shows to be let in, on every door: its token, or else the session of its cookie, which counts for nothing
 * when the request comes from elsewhere.
 */
export function credentialsOf({ config }: Pick<Installation, 'config'>, request: Sent): Credentials {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return { authorization };
  if (cookie === undefined) return {};
  const session = readCookie(config, request.headers, 'session');
  return session !== undefined && isSameOrigin(config, request) ? { session } : {};
}

/** Whether there is nothing that could let anybody in. */
export const areNone = ({ authorization, session }: Credentials): boolean =>
  authorization === undefined && session === undefined;
