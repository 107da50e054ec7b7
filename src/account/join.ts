import type { FastifyInstance } from 'fastify';
import { acceptInvitation, findInvitation, type OpenInvitation } from '../domain/members/invitation-links.ts';
import { ConflictError } from '../errors.ts';
import type { Installation } from '../installation.ts';
import { normaliseEmail } from '../validation/email.ts';
import { html } from '../validation/html.ts';
import { isStorable } from '../validation/text.ts';
import { fieldOf } from './form.ts';
import { type Page, say, sendPage } from './page.ts';
import { signIn } from './visit.ts';

const LONGEST_NAME = 255;

/** Becoming a member by the link of an invitation, which signs in as well. */
export function registerJoin(pages: FastifyInstance, installation: Installation): void {
  const { db } = installation.connection;

  pages.get('/join/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const invitation = await findInvitation(db, secret);
    return invitation ? sendPage(reply, form(invitation)) : sendPage(reply, GONE, 404);
  });

  pages.post('/join/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const invitation = await findInvitation(db, secret);
    if (!invitation) return sendPage(reply, GONE, 404);
    const email = normaliseEmail(fieldOf(request, 'email') ?? '');
    if (!invitation.email && !email) {
      return sendPage(reply, form(invitation, 'Write an e-mail address, such as ann@shop.example.'), 422);
    }
    try {
      const accepted = await acceptInvitation(db, secret, { email, name: nameIn(fieldOf(request, 'name')) });
      return accepted ? signIn(installation, request, reply, accepted) : sendPage(reply, GONE, 404);
    } catch (error) {
      if (error instanceof ConflictError) return sendPage(reply, form(invitation, error.message), 409);
      throw error;
    }
  });
}

function nameIn(text = ''): string | null {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);
  return name && isStorable(name) ? name : null;
}

const form = ({ email, role, teamName }: OpenInvitation, problem?: string): Page => ({
  title: `Join ${teamName}`,
  body: html`${problem ? html`<p role="alert">${problem}</p>` : html``}
<p>You are invited as ${role}${email ? `, with the address ${email}` : ''}.</p>
<form method="post">
${email ? html`` : html`<label>Your e-mail address <input type="email" name="email" autocomplete="email" maxlength="254" required></label>`}
<label>Your name <input name="name" autocomplete="name" maxlength="${LONGEST_NAME}"></label>
<button>Join</button>
</form>`,
});

const GONE = say(
  'This invitation is not open',
  'It was accepted or taken back, or it has expired. If you are a member already, sign in; if not, ask for another one.',
);
