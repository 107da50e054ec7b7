import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readMember } from '../domain/members/members.ts';
import { type Membership, membershipsOf } from '../domain/members/memberships.ts';
import { listPasskeys, removePasskey } from '../domain/members/passkeys.ts';
import { endSession, listSessions, revokeSession } from '../domain/members/sessions.ts';
import { userOfMember } from '../domain/members/users.ts';
import { actorOf, type MemberAccess } from '../domain/platform/access.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';
import { createScope, type Scope } from '../scope.ts';
import { html } from '../validation/html.ts';
import { fieldOf } from './form.ts';
import { type Page, sendPage } from './page.ts';
import { basePathOf, memberOf, signIn } from './visit.ts';

/** The page of who is signed in: their teams, passkeys and sessions. */
export function registerAccount(pages: FastifyInstance, installation: Installation): void {
  const { access, config, connection } = installation;
  const { db } = connection;
  const base = basePathOf(config);
  const scopeOf = (member: MemberAccess): Scope => createScope(db, { id: member.teamId }, actorOf(member));

  pages.get('/account', async (request, reply) => {
    const member = await memberOf(installation, request);
    if (!member) return reply.code(303).header('Location', `${base}/sign-in`).send();
    return sendPage(reply, await show(scopeOf(member), member, await teamsOf(member)));
  });

  const teamsOf = async (member: MemberAccess): Promise<Membership[]> =>
    membershipsOf(db, (await userOfMember(db, member.teamId, member.memberId)).id);

  /** What a form of the page does; the page is shown again afterwards. */
  const act = (path: string, work: (member: MemberAccess, request: FastifyRequest) => Promise<void>) =>
    pages.post(path, async (request, reply) => {
      const member = await memberOf(installation, request);
      if (member) await work(member, request);
      return reply
        .code(303)
        .header('Location', `${base}/${member ? 'account' : 'sign-in'}`)
        .send();
    });

  act('/account/sessions/end', async (member, request) => {
    await revokeSession(scopeOf(member), fieldOf(request, 'id'));
    access.forget(member.teamId);
  });
  act('/account/passkeys/remove', async (member, request) => {
    await removePasskey(scopeOf(member), fieldOf(request, 'id'));
  });

  pages.post('/account/team', async (request, reply) => {
    const member = await memberOf(installation, request);
    const wanted = fieldOf(request, 'member');
    const membership = member && (await teamsOf(member)).find(({ memberId }) => memberId === wanted);
    if (!membership) return reply.code(303).header('Location', `${base}/account`).send();
    return signIn(installation, request, reply, membership);
  });

  pages.post('/sign-out', async (request, reply) => {
    const secret = readCookie(config, request.headers, 'session');
    const member = await memberOf(installation, request);
    if (secret !== undefined) await endSession(db, secret);
    if (member) access.forget(member.teamId);
    reply.header('Set-Cookie', writeCookie(config, 'session', '', 0));
    return reply.code(303).header('Location', `${base}/sign-in`).send();
  });

  async function show(scope: Scope, { memberId, sessionId }: MemberAccess, teams: Membership[]): Promise<Page> {
    const me = await readMember(scope, memberId);
    const here = teams.find((team) => team.memberId === memberId);
    const others = teams.filter((team) => team !== here);
    const [sessions, passkeys] = [await listSessions(scope, sessionId), await listPasskeys(scope)];
    return {
      title: 'Your account',
      script: `${base}/sign-in/passkeys.js`,
      body: html`<p>You are signed in as ${me.name ?? me.email} (${me.email}) for the team ${here?.teamName ?? ''}, as ${me.role}.</p>
<p><a href="${base}/">To the dashboard</a></p>
<form method="post" action="${base}/sign-out"><button class="second">Sign out</button></form>
${
  others.length > 0
    ? html`<h2>Other teams</h2><ul>${others.map(
        ({ memberId, teamName, role }) => html`<li>${teamName} <small>${role}</small>
<form method="post" action="${base}/account/team"><input type="hidden" name="member" value="${memberId}"><button class="second">Act for ${teamName}</button></form></li>`,
      )}</ul>`
    : html``
}
<h2>Passkeys</h2>
<ul>${passkeys.map(
        ({ id, name, createdAt }) => html`<li>${name} <small>since ${day(createdAt)}</small>
<form method="post" action="${base}/account/passkeys/remove"><input type="hidden" name="id" value="${id}"><button class="second" aria-label="Remove ${name}">Remove</button></form></li>`,
      )}</ul>
<p id="add-passkey" hidden><button type="button">Add a passkey</button></p>
<p id="problem" role="alert" hidden></p>
<h2>Where you are signed in</h2>
<ul>${sessions.map(
        ({
          id,
          browser,
          teamName,
          lastUsedAt,
          isCurrent,
        }) => html`<li>${browser ?? 'A browser'} <small>${teamName}, last used on ${day(lastUsedAt)}${isCurrent ? ', this browser' : ''}</small>
<form method="post" action="${base}/account/sessions/end"><input type="hidden" name="id" value="${id}"><button class="second">End</button></form></li>`,
      )}</ul>`,
    };
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
