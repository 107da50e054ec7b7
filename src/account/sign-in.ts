import type { FastifyInstance } from 'fastify';
import { askToSignIn, isOpen, LINK_SECONDS, useSignInLink } from '../domain/members/sign-ins.ts';
import type { Installation } from '../installation.ts';
import { normaliseEmail } from '../validation/email.ts';
import { html } from '../validation/html.ts';
import { fieldOf } from './form.ts';
import { NO_TEAM, type Page, say, sendPage } from './page.ts';
import { basePathOf, browserOf, firstMembership, markBrowser, signIn } from './visit.ts';

/** Signing in by a link in an e-mail, without a script. */
export function registerSignIn(pages: FastifyInstance, installation: Installation): void {
  const { config } = installation;
  const { db } = installation.connection;
  const base = basePathOf(config);

  const form = (problem?: string): Page => ({
    title: 'Sign in',
    script: `${base}/sign-in/passkeys.js`,
    body: html`${problem ? html`<p role="alert">${problem}</p>` : html``}
<form method="post" action="${base}/sign-in">
<label>E-mail address <input type="email" name="email" autocomplete="username webauthn" maxlength="254" required></label>
<button>Send me a link</button>
</form>
<p id="passkey" hidden><button type="button" class="second">Sign in with a passkey</button></p>
<p id="problem" role="alert" hidden></p>
${config.oidc ? html`<form method="post" action="${base}/sign-in/oidc"><button class="second">Sign in with ${new URL(config.oidc.issuer).host}</button></form>` : html``}`,
  });

  pages.get('/sign-in', async (_request, reply) =>
    sendPage(reply, form(), 200, config.oidc && new URL(config.oidc.issuer).origin),
  );

  pages.post('/sign-in', async (request, reply) => {
    const email = normaliseEmail(fieldOf(request, 'email') ?? '');
    if (email === undefined) return sendPage(reply, form('Write an e-mail address, such as ann@shop.example.'), 422);
    await askToSignIn(db, email, markBrowser(installation, request, reply));
    return sendPage(reply, MAILED);
  });

  pages.get('/sign-in/link/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    if (!(await isOpen(db, secret, browserOf(installation, request)))) return sendPage(reply, useless(base), 404);
    return sendPage(reply, {
      title: 'Sign in',
      body: html`<form method="post"><button>Sign in</button></form>`,
    });
  });

  pages.post('/sign-in/link/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const user = await useSignInLink(db, secret, browserOf(installation, request));
    if (!user) return sendPage(reply, useless(base), 404);
    const membership = await firstMembership(installation, user.id);
    if (!membership) return sendPage(reply, NO_TEAM, 403);
    return signIn(installation, request, reply, membership);
  });
}

const MAILED = say(
  'Look into your mail',
  `If somebody signs in with this address, a link is on its way to it. It works for ${LINK_SECONDS / 60} minutes, once, and only in this browser.`,
);

/** The same for every link that cannot be used, for whatever reason. */
const useless = (base: string): Page =>
  say(
    'This link cannot be used here',
    'It was used, it has expired, or it was asked for in another browser.',
    html`<p><a href="${base}/sign-in">Ask for another one</a></p>`,
  );
