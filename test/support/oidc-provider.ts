import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID Connect provider, at which whoever `person` says is signed in. */
export async function startOidcProvider() {
  const person: Record<string, unknown> = {};
  const codes = new Map<string, { nonce: string; challenge: string }>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, issuer);
    const give = (value: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/.well-known/openid-configuration') {
      return give({
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/jwks`, response_types_supported: ['code'], subject_types_supported: ['public'] },
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (url.pathname === '/jwks')
      return give({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] });
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    const asked = codes.get(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || verifier !== asked.challenge) return response.writeHead(400).end('{"error":"invalid_grant"}');
    codes.delete(form.get('code')!);
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'tidings', sub: 'p1', iat: now, exp: now + 300, nonce: asked.nonce, ...person };
    const text = `${encoded({ alg: 'RS256', kid: 'k' })}.${encoded(claims)}`;
    const idToken = `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    give({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: idToken });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    person,
    /** What the browser comes back with, from the address that it was sent to. */
    authorize: (location: string): string => {
      const { searchParams } = new URL(location);
      const code = `code-of-the-provider-${codes.size}`;
      codes.set(code, { nonce: searchParams.get('nonce')!, challenge: searchParams.get('code_challenge')! });
      const back = new URL(searchParams.get('redirect_uri')!);
      back.search = new URLSearchParams({ code, state: searchParams.get('state')! }).toString();
      return back.pathname + back.search;
    },
    stop: () => server.close(),
  };
}
