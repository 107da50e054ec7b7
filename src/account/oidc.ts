import type { FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { findUser } from '../domain/members/users.ts';
import type { Installation } from '../installation.ts';
import { domainOf } from '../validation/email.ts';
import { verifiedAddress } from './oidc-claims.ts';
import { discoverProvider } from './oidc-provider.ts';
import { say, sendPage } from './page.ts';
import { textsFor } from './texts/texts.ts';
import { browserOf, firstMembership, markBrowser, signIn } from './visit.ts';

type Settings = NonNullable<Installation['config']['oidc']>;

/** The purpose of the encrypted state of a sign-in at the provider, which only the same browser can return. */
const PURPOSE = 'oidc';

/** Sign-in by an OpenID Connect provider (authorization code, PKCE, state and nonce). */
export function registerOidc(pages: FastifyInstance, installation: Installation, settings: Settings): void {
  const { config, connection, vault } = installation;
  const redirect = `${config.publicUrl}/sign-in/oidc/callback`;
  let found: Promise<client.Configuration> | undefined;
  const discover = (): Promise<client.Configuration> => {
    found ??= discoverProvider(settings);
    found.catch(() => {
      found = undefined; // ask again next time
    });
    return found;
  };

  pages.post('/sign-in/oidc', async (request, reply) => {
    const provider = await discover().catch((error: Error) => {
      installation.log.warn({ reason: error.message }, 'the OpenID Connect provider cannot be used');
      return undefined;
    });
    const texts = textsFor(request);
    if (!provider) return sendPage(reply, say(texts, texts.signIn.providerAway), 503);
    const browser = markBrowser(installation, request, reply);
    const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
    const state = Buffer.from(
      vault.encrypt(Buffer.from(JSON.stringify([verifier, nonce, Date.now()])), `${PURPOSE} ${browser}`),
    ).toString('base64url');
    const url = client.buildAuthorizationUrl(provider, {
      ...{ redirect_uri: redirect, scope: 'openid email profile', state, nonce },
      ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
    return reply.code(303).header('Location', url.href).send();
  });

  pages.get('/sign-in/oidc/callback', async (request, reply) => {
    const user = await userAtProvider(
      request.query as Record<string, string>,
      request.url,
      browserOf(installation, request),
    );
    const membership = user && (await firstMembership(installation, user.id));
    if (membership) return signIn(installation, request, reply, { ...membership, way: 'oidc' });
    const texts = textsFor(request);
    return sendPage(reply, say(texts, texts.signIn.refused), 403);
  });

  async function userAtProvider({ state = '' }: Record<string, string>, url: string, browser: string | undefined) {
    try {
      const secrets = vault.decrypt(Buffer.from(state, 'base64url'), `${PURPOSE} ${browser}`).toString();
      const [pkceCodeVerifier, expectedNonce, at] = JSON.parse(secrets) as [string, string, number];
      if (!browser || Date.now() - at > LIMIT_MS) return undefined;
      const called = new URL(redirect);
      called.search = new URL(url, redirect).search;
      const checks = { pkceCodeVerifier, expectedNonce, expectedState: state, idTokenExpected: true };
      const answer = await client.authorizationCodeGrant(await discover(), called, checks);
      const email = verifiedAddress(answer.claims());
      const isAllowed = settings.domains.length === 0 || settings.domains.includes(domainOf(email));
      return isAllowed ? await findUser(connection.db, email) : undefined;
    } catch (error) {
      installation.log.info({ reason: (error as Error).message }, 'refused a sign-in by OpenID Connect');
      return undefined;
    }
  }
}

const LIMIT_MS = 15 * 60_000;
