import type { FastifyInstance } from 'fastify';
import { acceptRecordedInvitation } from '../domain/audit/record-sign-ins.ts';
import { findInvitation, type OpenInvitation } from '../domain/members/invitation-links.ts';
import { ConflictError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { normaliseEmail } from '../validation/email.ts';
import { html } from '../validation/html.ts';
import { isStorable } from '../validation/text.ts';
import { fieldOf } from './form.ts';
import { type Page, say, sendPage } from './page.ts';
import { type Spoken, textsFor } from './texts/texts.ts';
import { originOf, signIn } from './visit.ts';

const LONGEST_NAME = 255;

/** Becoming a member by the link of an invitation, which signs in as well. */
export function registerJoin(pages: FastifyInstance, installation: Installation): void {
  const { db } = installation.connection;

  pages.get('/join/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const texts = textsFor(request);
    const invitation = await findInvitation(db, secret);
    return invitation ? sendPage(reply, form(texts, invitation)) : sendPage(reply, gone(texts), 404);
  });

  pages.post('/join/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const texts = textsFor(request);
    const invitation = await findInvitation(db, secret);
    if (!invitation) return sendPage(reply, gone(texts), 404);
    const email = normaliseEmail(fieldOf(request, 'email') ?? '');
    if (!invitation.email && !email) {
      return sendPage(reply, form(texts, invitation, texts.noAddress), 422);
    }
    try {
      const said = { email, name: nameIn(fieldOf(request, 'name')) };
      const accepted = await acceptRecordedInvitation(db, secret, said, originOf(request));
      if (!accepted) return sendPage(reply, gone(texts), 404);
      return signIn(installation, request, reply, { ...accepted, way: 'invitation' });
    } catch (error) {
      if (error instanceof ConflictError) return sendPage(reply, form(texts, invitation, texts.join.known), 409);
      throw error;
    }
  });
}

function nameIn(text = ''): string | null {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);
  return name && isStorable(name) ? name : null;
}

const form = (
  { language, roles, join }: Spoken,
  { email, role, teamName }: OpenInvitation,
  problem?: string,
): Page => ({
  language,
  title: join.title(teamName),
  body: html`${problem ? html`<p role="alert">${problem}</p>` : html``}
<p>${email ? join.textFor(roles[role], email) : join.text(roles[role])}</p>
<form method="post">
${email ? html`` : html`<label>${join.email} <input type="email" name="email" autocomplete="email" maxlength="254" required></label>`}
<label>${join.name} <input name="name" autocomplete="name" maxlength="${LONGEST_NAME}"></label>
<button>${join.action}</button>
</form>`,
});

const gone = (texts: Spoken): Page => say(texts, texts.join.gone);
