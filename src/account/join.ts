import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptRecordedInvitation } from '../domain/audit/record-sign-ins.ts';
import {
  type FoundInvitation,
  findInvitation,
  type OpenInvitation,
  SignInFirstError,
} from '../domain/members/invitation-links.ts';
import { type User, userOfMember } from '../domain/members/users.ts';
import { adoptTimezone } from '../domain/platform/adopt-timezone.ts';
import { ConflictError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { normaliseEmail } from '../validation/email.ts';
import { html } from '../validation/html.ts';
import { isStorable } from '../validation/text.ts';
import { fieldOf } from './form.ts';
import { type Page, say, sendPage } from './page.ts';
import { keepReturnUrl } from './return-url.ts';
import { type Spoken, textsFor } from './texts/texts.ts';
import { basePathOf, memberOf, originOf, signIn } from './visit.ts';
import { ZONE_SCRIPT } from './zone-script.ts';

const LONGEST_NAME = 255;

const ZONE_SCRIPT_PATH = '/join/time-zone.js';

/** Accepting an invitation. New people are signed in by it; people with an account sign in first (docs/adr/0157). */
export function registerJoin(pages: FastifyInstance, installation: Installation): void {
  const { config } = installation;
  const { db } = installation.connection;

  /** The user signed in in this browser, other than by an invitation. */
  async function userOfBrowser(request: FastifyRequest): Promise<User | undefined> {
    const member = await memberOf(installation, request);
    return member && !member.ownTeamOnly ? userOfMember(db, member.teamId, member.memberId) : undefined;
  }

  /** Sends the browser to the sign-in page and back here afterwards. This URL is a secret, so only the cookie contains it. */
  function signInFirst(texts: Spoken, reply: FastifyReply, secret: string, { email, teamName }: OpenInvitation) {
    keepReturnUrl(config, reply, `/join/${secret}`);
    const link = html`<p><a href="${basePathOf(config)}/sign-in">${texts.signIn.title}</a></p>`;
    const page = { title: texts.join.title(teamName), text: texts.join.signInFirst(email ?? '') };
    return sendPage(reply, say(texts, page, link), 403);
  }

  pages.get(ZONE_SCRIPT_PATH, async (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(ZONE_SCRIPT),
  );

  pages.get('/join/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const texts = textsFor(request);
    const invitation = await findInvitation(db, secret);
    if (!invitation) return sendPage(reply, gone(texts), 404);
    const isMissing = invitation.needsSignIn && (await userOfBrowser(request))?.email !== invitation.email;
    return isMissing ? signInFirst(texts, reply, secret, invitation) : sendPage(reply, form(config, texts, invitation));
  });

  pages.post('/join/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const texts = textsFor(request);
    const invitation = await findInvitation(db, secret);
    if (!invitation) return sendPage(reply, gone(texts), 404);
    const email = normaliseEmail(fieldOf(request, 'email') ?? '');
    if (!invitation.email && !email) {
      return sendPage(reply, form(config, texts, invitation, texts.noAddress), 422);
    }
    try {
      const user = await userOfBrowser(request);
      const input = { email, name: nameIn(fieldOf(request, 'name')), signedIn: user?.id };
      const accepted = await acceptRecordedInvitation(db, secret, input, originOf(request));
      if (!accepted) return sendPage(reply, gone(texts), 404);
      if (!invitation.email) await adoptTimezone(db, accepted.teamId, fieldOf(request, 'timezone'));
      const way = accepted.user.id === user?.id ? 'switch' : 'invitation';
      return signIn(installation, request, reply, { ...accepted, way });
    } catch (error) {
      if (error instanceof SignInFirstError) return signInFirst(texts, reply, secret, invitation);
      if (error instanceof ConflictError)
        return sendPage(reply, form(config, texts, invitation, texts.join.known), 409);
      throw error;
    }
  });
}

function nameIn(text = ''): string | null {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);
  return name && isStorable(name) ? name : null;
}

const form = (
  config: Installation['config'],
  { language, roles, join }: Spoken,
  { email, role, teamName, needsSignIn }: FoundInvitation,
  problem?: string,
): Page => ({
  language,
  title: join.title(teamName),
  ...(email ? {} : { script: `${basePathOf(config)}${ZONE_SCRIPT_PATH}` }),
  body: html`${problem ? html`<p role="alert">${problem}</p>` : html``}
<p>${email ? join.textFor(roles[role], email) : join.text(roles[role])}</p>
<form method="post">
${email ? html`` : html`<label>${join.email} <input type="email" name="email" autocomplete="email" maxlength="254" required></label><input type="hidden" name="timezone">`}
${needsSignIn ? html`` : html`<label>${join.name} <input name="name" autocomplete="name" maxlength="${LONGEST_NAME}"></label>`}
<button>${join.action}</button>
</form>`,
});

const gone = (texts: Spoken): Page => say(texts, texts.join.gone);
