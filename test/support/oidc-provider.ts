import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signed = (claims: object, header: object, signer: (text: string) => Buffer): string => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${signer(text).toString('base64url')}`;
};
const rsa = (key: typeof privateKey) => (text: string) => sign('sha256', Buffer.from(text), key);

/** The signatures of an ID token: a correct one, and those of attackers. */
export const SIGNATURES = {
  good: (claims: object) => signed(claims, { alg: 'RS256', kid: 'k' }, rsa(privateKey)),
  'by another key': (claims: object) => signed(claims, { alg: 'RS256', kid: 'k' }, rsa(other.privateKey)),
  'with a key of its own': (claims: object) =>
    signed(claims, { alg: 'RS256', jwk: other.publicKey.export({ format: 'jwk' }) }, rsa(other.privateKey)),
  'by no key': (claims: object) => signed(claims, { alg: 'none' }, () => Buffer.alloc(0)),
  'by the client secret': (claims: object) =>
    signed(claims, { alg: 'HS256' }, (text) => createHmac('sha256', 'secret').update(text).digest()),
  'and changed later': (claims: object) => {
    const [header, , signature] = SIGNATURES.good({ ...claims, email: 'eve@staff.test' }).split('.');
    return [header, encoded(claims), signature].join('.');
  },
};

/** An OpenID Connect provider at which `person` is signed in. */
export async function startOidcProvider() {
  const person: Record<string, unknown> = {};
  const says: { signature: keyof typeof SIGNATURES; metadata: Record<string, unknown>; tokensAt?: string } = {
    signature: 'good',
    metadata: {},
  };
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
        ...says.metadata,
      });
    }
    if (says.tokensAt) return response.writeHead(307, { location: says.tokensAt }).end();
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
    const idToken = SIGNATURES[says.signature](claims);
    give({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: idToken });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    person,
    says,
    /** The browser's callback, for the URL it was sent to. */
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
