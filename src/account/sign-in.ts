import type { FastifyInstance } from 'fastify';
import { askToSignIn, isOpen, LINK_SECONDS, useSignInLink } from '../domain/members/sign-ins.ts';
import type { Installation } from '../installation.ts';
import { blockOf, hostOf } from '../network/networks.ts';
import { normaliseEmail } from '../validation/email.ts';
import { html } from '../validation/html.ts';
import { fieldOf } from './form.ts';
import { knownDevice } from './known-browser.ts';
import { type Page, say, sendPage } from './page.ts';
import { keepReturnUrl } from './return-url.ts';
import { type Spoken, textsFor } from './texts/texts.ts';
import { basePathOf, browserOf, firstMembership, markBrowser, signIn } from './visit.ts';

/** Sign-in by a link in an e-mail, without a script. */
export function registerSignIn(pages: FastifyInstance, installation: Installation): void {
  const { config } = installation;
  const { db } = installation.connection;
  const base = basePathOf(config);

  const form = ({ language, signIn }: Spoken, problem?: string): Page => ({
    language,
    title: signIn.title,
    script: `${base}/sign-in/passkeys.js`,
    body: html`${problem ? html`<p role="alert">${problem}</p>` : html``}
<form method="post" action="${base}/sign-in">
<label>${signIn.email} <input type="email" name="email" autocomplete="username webauthn" maxlength="254" required></label>
<button>${signIn.send}</button>
</form>
<p id="passkey" hidden><button type="button" class="second">${signIn.passkey}</button></p>
<p id="problem" role="alert" hidden>${signIn.noPasskey}</p>
${config.oidc ? html`<form method="post" action="${base}/sign-in/oidc"><button class="second">${signIn.with(new URL(config.oidc.issuer).host)}</button></form>` : html``}`,
  });

  pages.get('/sign-in', async (request, reply) => {
    keepReturnUrl(config, reply, (request.query as { to?: unknown }).to);
    return sendPage(reply, form(textsFor(request)), 200, config.oidc && new URL(config.oidc.issuer).origin);
  });

  pages.post('/sign-in', async (request, reply) => {
    const email = normaliseEmail(fieldOf(request, 'email') ?? '');
    const texts = textsFor(request);
    if (email === undefined) return sendPage(reply, form(texts, texts.noAddress), 422);
    const browser = markBrowser(installation, request, reply);
    const device = knownDevice(installation, request, email);
    const from = { network: hostOf(request.ip), block: blockOf(request.ip) };
    await askToSignIn(db, { email, browser, device, ...from, language: texts.language });
    const more = config.mailUrl ? html`` : html`<p>${texts.signIn.notMailed}</p>`;
    return sendPage(reply, say(texts, texts.signIn.mailed(LINK_SECONDS / 60), more));
  });

  pages.get('/sign-in/link/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const texts = textsFor(request);
    if (!(await isOpen(db, secret, browserOf(installation, request)))) return sendPage(reply, useless(texts), 404);
    const { language, signIn } = texts;
    return sendPage(reply, {
      language,
      title: signIn.title,
      body: html`<form method="post"><button>${signIn.action}</button></form>`,
    });
  });

  pages.post('/sign-in/link/:secret', async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const user = await useSignInLink(db, secret, browserOf(installation, request));
    const texts = textsFor(request);
    if (!user) return sendPage(reply, useless(texts), 404);
    const membership = await firstMembership(installation, user.id);
    if (!membership) return sendPage(reply, say(texts, texts.signIn.noTeam), 403);
    return signIn(installation, request, reply, { ...membership, way: 'link' });
  });

  /** The same page for every unusable link, so that it does not reveal the reason. */
  const useless = (texts: Spoken): Page =>
    say(texts, texts.signIn.useless, html`<p><a href="${base}/sign-in">${texts.signIn.another}</a></p>`);
}
