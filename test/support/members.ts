import { beginSession } from '../../src/domain/members/sessions.ts';
import { userOf } from '../../src/domain/members/users.ts';
import { newId } from '../../src/ids.ts';
import type { Role } from '../../src/scope.ts';
import type { CallOptions, TestApp } from './app.ts';

/** A member, and the headers of their browser's calls from a page of the installation. */
export interface SignedIn {
  memberId: string;
  secret: string;
  cookie: string;
  options: CallOptions & { headers: Record<string, string> };
}

/** Makes a person a member of the first team, or of another, and signs them in. */
export async function signIn(api: TestApp, role: Role, email = `${role}@staff.test`): Promise<SignedIn> {
  const user = await userOf(api.db, email);
  const { teamId } = api;
  const idleSeconds = api.installation.config.sessionIdleSeconds;
  const where = { teamId_userId: { teamId, userId: user.id } };
  const member = (await api.db.member.findUnique({ where }))
    ? await api.db.member.update({ where, data: { role } })
    : await api.db.member.create({ data: { teamId, id: newId(), userId: user.id, role } });
  const { secret } = await beginSession(api.db, { teamId, memberId: member.id, browser: 'Test', idleSeconds });
  api.installation.access.forget(teamId);
  const cookie = `tidings_session=${secret}`;
  return { memberId: member.id, secret, cookie, options: { token: null, headers: sameOrigin(cookie) } };
}

/** The headers of a call by a script of a page of the installation. */
export const sameOrigin = (cookie: string): Record<string, string> => ({ cookie, 'sec-fetch-site': 'same-origin' });
/** The same for a page of another site. */
export const crossSite = (cookie: string): Record<string, string> => ({
  ...{ cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
});
