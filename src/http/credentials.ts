import type { Credentials } from '../domain/platform/access.ts';
import type { Installation } from '../installation.ts';
import { readCookie } from './cookies.ts';
import { isSameOrigin, type Sent } from './same-origin.ts';

/**
 * The credentials of a request on every interface: its token, or else the session of its cookie, which is ignored for
 * requests from other sites.
 */
export function credentialsOf({ config }: Pick<Installation, 'config'>, request: Sent): Credentials {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return { authorization };
  if (cookie === undefined) return {};
  const session = readCookie(config, request.headers, 'session');
  return session !== undefined && isSameOrigin(config, request) ? { session } : {};
}

/** Whether there are no credentials at all. */
export const areNone = ({ authorization, session }: Credentials): boolean =>
  authorization === undefined && session === undefined;

/** What is wrong with the credentials of a refused request, and what to send instead. */
export function credentialsHint({ authorization }: Sent['headers']): string {
  if (authorization === undefined) return `No token was sent. ${SEND}`;
  if (!/^bearer +\S/i.test(authorization)) return `The Authorization header has another form. ${SEND}`;
  return 'The token is unknown, revoked or expired. Members see all tokens of a team in the dashboard, under API tokens.';
}

const SEND = 'Send the header Authorization: Bearer <token>. Create a token in the dashboard or with npm run token.';
