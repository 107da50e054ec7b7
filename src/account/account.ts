import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endRecordedSession, removeRecordedPasskey, revokeRecordedSession } from '../domain/audit/record-sign-ins.ts';
import { readMember } from '../domain/members/members.ts';
import { listMemberships, type Membership } from '../domain/members/memberships.ts';
import { listPasskeys } from '../domain/members/passkeys.ts';
import { listSessions } from '../domain/members/sessions.ts';
import { actorOf, type MemberAccess } from '../domain/platform/access.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';
import { createScope, type Scope } from '../scope.ts';
import { html } from '../validation/html.ts';
import { fieldOf } from './form.ts';
import { type Page, sendPage } from './page.ts';
import { type Spoken, textsFor } from './texts/texts.ts';
import { basePathOf, memberOf, originOf, signIn, signInPath } from './visit.ts';

/** The account page: the user's teams, passkeys and sessions. */
export function registerAccount(pages: FastifyInstance, installation: Installation): void {
  const { access, config, connection } = installation;
  const { db } = connection;
  const base = basePathOf(config);
  const scopeOf = (member: MemberAccess): Scope => createScope(db, { id: member.teamId }, actorOf(member));

  pages.get('/account', async (request, reply) => {
    const member = await memberOf(installation, request);
    if (!member) return reply.code(303).header('Location', signInPath(config, '/account')).send();
    return sendPage(reply, await show(textsFor(request), member));
  });

  const teamsOf = (member: MemberAccess): Promise<Membership[]> => listMemberships(scopeOf(member));

  /** Registers a form action of the page. The page is shown again afterwards. */
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
    await revokeRecordedSession(scopeOf(member), fieldOf(request, 'id'), originOf(request));
    access.forget(member.teamId);
  });
  act('/account/passkeys/remove', async (member, request) => {
    await removeRecordedPasskey(scopeOf(member), fieldOf(request, 'id'), originOf(request));
  });

  pages.post('/account/team', async (request, reply) => {
    const member = await memberOf(installation, request);
    const wanted = fieldOf(request, 'member');
    const membership = member && (await teamsOf(member)).find(({ memberId }) => memberId === wanted);
    if (!membership) return reply.code(303).header('Location', `${base}/account`).send();
    return signIn(installation, request, reply, { ...membership, way: 'switch' });
  });

  pages.post('/sign-out', async (request, reply) => {
    const secret = readCookie(config, request.headers, 'session');
    const member = await memberOf(installation, request);
    if (secret !== undefined) await endRecordedSession(db, secret, originOf(request));
    if (member) access.forget(member.teamId);
    reply.header('Set-Cookie', writeCookie(config, 'session', '', 0));
    return reply.code(303).header('Location', `${base}/sign-in`).send();
  });

  async function show({ language, roles, account, signIn }: Spoken, member: MemberAccess): Promise<Page> {
    const [scope, teams] = [scopeOf(member), await teamsOf(member)];
    const me = await readMember(scope, member.memberId);
    const here = teams.find(({ memberId }) => memberId === member.memberId);
    const others = teams.filter((team) => team !== here);
    const [sessions, passkeys] = [await listSessions(scope), await listPasskeys(scope)];
    return {
      language,
      title: account.title,
      script: `${base}/sign-in/passkeys.js`,
      body: html`<p>${account.text(me.name ?? me.email, me.email, here?.teamName ?? '', roles[me.role])}</p>
<p><a href="${base}/">${account.dashboard}</a></p>
<form method="post" action="${base}/sign-out"><button class="second">${account.signOut}</button></form>
${
  others.length > 0
    ? html`<h2>${account.teams}</h2><ul>${others.map(
        ({ memberId, teamName, role }) => html`<li>${teamName} <small>${roles[role]}</small>
<form method="post" action="${base}/account/team"><input type="hidden" name="member" value="${memberId}"><button class="second">${account.actFor(teamName)}</button></form></li>`,
      )}</ul>`
    : html``
}
${
  member.ownTeamOnly
    ? html`<p>${account.ownTeamOnly(here?.teamName ?? '')}</p><p><a href="${signInPath(config, '/account')}">${signIn.title}</a></p>`
    : html``
}
<h2>${account.passkeys}</h2>
<ul>${passkeys.map(
        ({ id, name, createdAt }) => html`<li>${name} <small>${account.since(day(createdAt))}</small>
<form method="post" action="${base}/account/passkeys/remove"><input type="hidden" name="id" value="${id}"><button class="second" aria-label="${account.removeNamed(name)}">${account.remove}</button></form></li>`,
      )}</ul>
${member.ownTeamOnly ? html`` : html`<p id="add-passkey" hidden><button type="button">${account.addPasskey}</button></p>`}
<p id="problem" role="alert" hidden>${account.noPasskeyMade}</p>
<h2>${account.sessions}</h2>
<ul>${sessions.map(
        ({
          id,
          browser,
          teamName,
          lastUsedAt,
        }) => html`<li>${browser ?? account.browser} <small>${account.lastUsed(teamName, day(lastUsedAt))}${id === member.sessionId ? `, ${account.thisBrowser}` : ''}</small>
<form method="post" action="${base}/account/sessions/end"><input type="hidden" name="id" value="${id}"><button class="second">${account.end}</button></form></li>`,
      )}</ul>`,
    };
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
