import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { KEY, openBucketServer } from '../../support/bucket-server.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { png } from '../../support/pictures.ts';
import { startTokenServer } from '../../support/token-server.ts';
import { upload } from '../../support/upload.ts';

const user = 'shop@shop.example';
const secrets = { client_id: 'our-app', client_secret: 'a secret of our app', refresh_token: 'refresh-1' };

let api: TestApp;
let mails: MailServer;
let elsewhere: { url: string; received: string[]; server: Server };
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true, outboundAllow: ['127.0.0.1', 'login.internal'] });
  mails = await startMailServer({ xoauth2: { user, isGood: () => true } });
  elsewhere = await listen();
});
afterEach(() => {
  elsewhere.received.length = 0;
});
afterAll(async () => {
  elsewhere.server.close();
  await mails.close();
  await api.close();
});

/** A server that should get no requests. */
async function listen() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const transport = (tokenUrl: string) => ({
  ...{ name: 'T', host: '127.0.0.1', port: mails.port, user },
  oauth2: { token_url: tokenUrl, ...secrets },
});
const tested = async (id: string) => (await api.rest('POST', `/transports/${id}/test`)).body.data;

test.each(['http://login.internal/token', 'http://localhost.evil.example/', 'http://127.0.0.1.evil.example/'])(
  'a client secret goes to no token URL without TLS, even where OUTBOUND_ALLOW has its host: %s',
  async (url) => {
    const { status, body } = await api.rest('POST', '/transports', transport(url));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['oauth2.token_url']]);
  },
);

test('a client secret is not sent to an address stored before this check existed', async () => {
  const tokens = await startTokenServer();
  const { id } = (await api.rest('POST', '/transports', transport(tokens.url))).body.data;
  expect((await tested(id)).ok).toBe(true);
  await api.db.transport.updateMany({
    where: { id },
    data: { oauth2: { provider: null, tenant: null, tokenUrl: 'http://login.internal/token', clientId: 'our-app' } },
  });
  const { problem } = await tested(id);
  expect(problem).toBe('The token URL must begin with https://.');
  await tokens.close();
});

test('a redirect of a token URL is not followed', async () => {
  const redirecting = createServer((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
  await once(redirecting.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/token`;
  const { id } = (await api.rest('POST', '/transports', transport(url))).body.data;
  expect((await tested(id)).problem).toBe('The token URL returned no access token (307).');
  expect(elsewhere.received).toEqual([]);
  redirecting.close();
});

test('an OpenID Connect redirect with the client secret is not followed', async () => {
  const provider = await startOidcProvider();
  const oidc = { issuer: provider.issuer, clientId: 'tidings', clientSecret: 'secret', domains: [] };
  const testApp = await openTestApp({ oidc });
  const browser = new Browser(testApp);
  const sent = await browser.post('/sign-in/oidc');
  const back = provider.authorize(sent.location as string);
  provider.says.tokensAt = elsewhere.url;
  expect((await browser.get(back)).status).toBe(403);
  expect(elsewhere.received).toEqual([]);
  provider.stop();
  await testApp.close();
});

test('a bucket gets signatures and never the secret key', async () => {
  const bucket = await openBucketServer();
  const testApp = await openTestApp({ mediaUrl: bucket.url });
  const { status, body } = await upload(testApp, png(7, 7));
  expect(status).toBe(201);
  expect((await testApp.app.inject({ url: new URL(body.data.url).pathname })).statusCode).toBe(200);
  const received = bucket.received.join('\n');
  expect(received).toContain(`Credential=${KEY.accessKeyId}`);
  for (const secret of [KEY.secretAccessKey, encodeURIComponent(KEY.secretAccessKey), btoa(KEY.secretAccessKey)]) {
    expect(received).not.toContain(secret);
  }
  await testApp.close();
  await bucket.close();
});
