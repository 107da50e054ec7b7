import type { FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { z } from 'zod';
import { findUser } from '../domain/members/users.ts';
import type { Installation } from '../installation.ts';
import { isEncrypted } from '../network/loopback.ts';
import { domainOf, normaliseEmail } from '../validation/email.ts';
import type { OidcSettings } from '../validation/oidc-settings.ts';
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
      redirect_uri: redirect,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
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

/** The claims of an ID token that we read, besides those the library checks. */
const claims = z.object({
  email: z.string('is not text').transform((text, context) => {
    const email = normaliseEmail(text);
    if (email === undefined) context.addIssue({ code: 'custom', message: 'is not an e-mail address' });
    return email ?? z.NEVER;
  }),
  email_verified: z.literal(true, 'is not true'),
});

/** The address that the provider has verified, in its normal form. Throws an Error that names the claim. */
function verifiedAddress(given: unknown): string {
  const read = claims.safeParse(given);
  if (read.success) return read.data.email;
  throw new Error(
    read.error.issues.map(({ path, message }) => `${path.join('.') || 'the ID token'} ${message}`).join('; '),
  );
}

/** The URLs that the server calls. The first receives the client secret; the second provides the keys that verify signatures. */
const CALLED = ['token_endpoint', 'jwks_uri'] as const;

/**
 * Reads the metadata of a provider. ID tokens must be signed although they arrive over TLS, because a proxy in between may end
 * TLS. Throws when the provider does not answer, or when one of its URLs is neither https nor on this machine.
 */
async function discoverProvider({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks];
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
  const provider = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
  for (const name of CALLED) {
    const address = provider.serverMetadata()[name];
    if (address === undefined || !isEncrypted(address)) throw new Error(`its ${name} is not an https address`);
  }
  return provider;
}
