import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../domain/audit/record-action.ts';
import { beginRecordedSession, type Way } from '../domain/audit/record-sign-ins.ts';
import { membershipsOf } from '../domain/members/memberships.ts';
import { userOfMember } from '../domain/members/users.ts';
import type { MemberAccess } from '../domain/platform/access.ts';
import { SESSION_SECONDS } from '../domain/platform/session-life.ts';
import { isSignInSecret, newSignInSecret } from '../domain/platform/sign-in-secrets.ts';
import { UnauthenticatedError } from '../errors.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';
import { languageAsked } from '../validation/languages-asked.ts';
import { rememberUser } from './known-browser.ts';
import { returnUrlOf } from './return-url.ts';

/** How long a sign-in may take in one browser, in seconds. */
const BROWSER_SECONDS = 60 * 60;

/** The secret of a browser that has requested a sign-in. */
export function browserOf({ config }: Installation, { headers }: FastifyRequest): string | undefined {
  const secret = readCookie(config, headers, 'browser');
  return secret !== undefined && isSignInSecret(secret) ? secret : undefined;
}

/** Like `browserOf`, but a browser without a secret gets one. */
export function markBrowser(installation: Installation, request: FastifyRequest, reply: FastifyReply): string {
  const secret = browserOf(installation, request) ?? newSignInSecret();
  reply.header('Set-Cookie', writeCookie(installation.config, 'browser', secret, BROWSER_SECONDS));
  return secret;
}

/** The member whose session the browser has, or undefined. For pages only: changes must check the origin of the request first. */
export async function memberOf(
  { access, config }: Installation,
  { headers }: FastifyRequest,
): Promise<MemberAccess | undefined> {
  const session = readCookie(config, headers, 'session');
  try {
    const caller = await access.identify({ session });
    return caller.kind === 'member' && !caller.suspended ? caller : undefined;
  } catch (error) {
    if (error instanceof UnauthenticatedError) return undefined;
    throw error;
  }
}

/** A user, and the team they sign in to. */
interface SigningIn {
  teamId: number;
  memberId: string;
  way: Way;
}

/** Signs a browser in and redirects it to its return URL, or to the dashboard. */
export async function signIn(
  installation: Installation,
  request: FastifyRequest,
  reply: FastifyReply,
  who: SigningIn,
): Promise<FastifyReply> {
  const returnUrl = await begin(installation, request, reply, who);
  return reply.code(303).header('Cache-Control', 'no-store').header('Location', returnUrl).send();
}

/** Signs a browser in with a new session. The session of an earlier cookie ends. Returns the return URL. */
export async function begin(
  installation: Installation,
  request: FastifyRequest,
  reply: FastifyReply,
  who: SigningIn,
): Promise<string> {
  const { access, connection, config } = installation;
  const { db } = connection;
  const { teamId, memberId, way } = who;
  const { email } = await userOfMember(db, teamId, memberId);
  const cookie = readCookie(config, request.headers, 'session');
  const before = cookie !== undefined && isSignInSecret(cookie) ? cookie : undefined;
  const language = languageAsked(request);
  const beginning = {
    teamId,
    memberId,
    way,
    before,
    language,
    browser: request.headers['user-agent'],
    idleSeconds: config.sessionIdleSeconds,
  };
  const earlier = await memberOf(installation, request);
  const secret = await beginRecordedSession(db, beginning, originOf(request));
  access.forget(teamId);
  if (earlier) access.forget(earlier.teamId);
  reply.header('Set-Cookie', [
    writeCookie(config, 'session', secret, SESSION_SECONDS),
    writeCookie(config, 'browser', '', 0),
    writeCookie(config, 'place', '', 0),
    rememberUser(installation, request, email),
  ]);
  return basePathOf(config) + returnUrlOf(config, request);
}

/** The sign-in page, with `path` as its return URL. */
export const signInPath = (config: Installation['config'], path: string): string =>
  `${basePathOf(config)}/sign-in?to=${encodeURIComponent(path)}`;

/** How the audit log records an action on a page. */
export const originOf = ({ ip }: FastifyRequest): Origin => ({ via: 'page', address: ip });

/** The path of the public URL, for installations below one. */
export const basePathOf = ({ publicUrl }: Installation['config']): string =>
  new URL(publicUrl).pathname.replace(/\/+$/, '');

/** The membership that a user signs in to: that of their latest team. Undefined when they have none. */
export const firstMembership = async ({ connection: { db } }: Installation, userId: string) =>
  (await membershipsOf(db, userId))[0];
