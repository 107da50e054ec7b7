import { X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createTransport } from '../../../src/delivery/transports/create.ts';
import { readMailUrl } from '../../../src/delivery/transports/mail-url.ts';
import { createSmtp } from '../../../src/delivery/transports/smtp.ts';
import type { Transport } from '../../../src/delivery/transports/transport.ts';
import { Outbound } from '../../../src/outbound/outbound.ts';
import {
  AUTHORITY,
  AUTHORITY_PEM,
  EXPIRED,
  OTHER_NAME,
  SELF_SIGNED,
  VALID,
} from '../../support/certificates/certificates.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { startTokenServer } from '../../support/token-server.ts';

let server: MailServer | undefined;
let transport: Transport | undefined;
let outbound: Outbound | undefined;
afterEach(async () => {
  await transport?.close();
  await outbound?.close();
  outbound = undefined;
  await server?.close();
});

/** Only for these tests: a retry of an earlier test file may reach a new server on an old port. */
const RECIPIENT = 'mail-url@people.test';
const ehlo = () => server?.received.find(({ envelope }) => envelope.to.includes(RECIPIENT))?.ehlo;

/** Sends a message over MAIL_URL and returns its result. */
async function sendBy(url: string, publicUrl?: string) {
  outbound ??= new Outbound(['127.0.0.1']);
  transport = createTransport({ mailUrl: url, publicUrl }, '', outbound);
  const connection = await transport.connect();
  if (connection.kind !== 'connected') return connection;
  const message = { id: 'a', createdAt: new Date(), sender: 'shop@shop.example' };
  const envelope = { from: 'shop@shop.example', to: [RECIPIENT] };
  return connection.send({ ...message, envelope, raw: Buffer.from('Subject: Hello\r\n\r\nHello\r\n') }, () => true);
}

const fingerprintOf = (certificate: { cert: string }) => new X509Certificate(certificate.cert).fingerprint256;

describe('MAIL_URL', () => {
  test('sends to Debian’s Postfix as installed: on this machine, with STARTTLS and a self-signed certificate', async () => {
    server = await startMailServer({ tls: { ...SELF_SIGNED, from: 'STARTTLS' } });
    expect(await sendBy(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ kind: 'accepted' });
    expect(server.received[0]).toMatchObject({ secure: true, ehlo: expect.stringMatching(/./) });
  });

  test('with tls=off sends without TLS where the server offers it', async () => {
    server = await startMailServer({ tls: { ...SELF_SIGNED, from: 'STARTTLS' } });
    expect(await sendBy(`smtp://127.0.0.1:${server.port}?tls=off`)).toMatchObject({ kind: 'accepted' });
    expect(server.received[0]?.secure).toBe(false);
  });

  test('with tls=required sends nothing without TLS', async () => {
    server = await startMailServer();
    expect(await sendBy(`smtp://127.0.0.1:${server.port}?tls=required`)).toMatchObject({
      ...{ kind: 'deferred', reason: 'The mail server does not offer TLS, which is required.' },
    });
    expect(server.received).toEqual([]);
  });

  test('with a password sends nothing without TLS', async () => {
    server = await startMailServer({ login: { user: 'us', password: 'p#s%s' }, tls: null });
    expect(await sendBy(`smtp://us:p%23s%25s@127.0.0.1:${server.port}`)).toMatchObject({
      ...{ kind: 'deferred', reason: 'The mail server does not offer TLS, and a password is only sent over TLS.' },
    });
  });

  test('accepts an authority as a file or as percent-encoded PEM', async () => {
    server = await startMailServer({ tls: { ...VALID, from: 'STARTTLS' } });
    for (const ca of [AUTHORITY, encodeURIComponent(AUTHORITY), encodeURIComponent(AUTHORITY_PEM)]) {
      expect(await sendBy(`smtp://127.0.0.1:${server.port}?ca=${ca}`)).toMatchObject({ kind: 'accepted' });
      await transport?.close();
    }
    // As a shell or a .env file leaves it: line breaks stripped, and nothing encoded.
    expect(readMailUrl(`smtp://h.example?ca=${AUTHORITY_PEM}`).ca).toBe(AUTHORITY_PEM);
  });

  test('accepts a fingerprint', async () => {
    server = await startMailServer({ tls: { ...EXPIRED, from: 'first byte' } });
    const { port } = server;
    expect(await sendBy(`smtps://127.0.0.1:${port}?fingerprint=${fingerprintOf(EXPIRED)}`)).toMatchObject({
      kind: 'accepted',
    });
    await transport?.close();
    expect(await sendBy(`smtps://127.0.0.1:${port}?fingerprint=${fingerprintOf(OTHER_NAME)}`)).toMatchObject({
      ...{ kind: 'deferred', reason: expect.stringMatching(/configured fingerprint/) },
    });
  });

  test.each([
    ['https://news.shop.example', '', 'news.shop.example'],
    ['https://news.shop.example/tidings', '?ehlo_name=mail.shop.example', 'mail.shop.example'],
    ['https://bücher.example', '', 'xn--bcher-kva.example'],
    ['http://localhost:4000', '?ehlo_name=[192.0.2.1]', '[192.0.2.1]'],
    ['http://192.0.2.9:4000', '?ehlo_name=box', 'box'],
  ])('at %s%s sends EHLO %s', async (publicUrl, settings, name) => {
    server = await startMailServer();
    await sendBy(`smtp://127.0.0.1:${server.port}${settings}`, publicUrl);
    expect(ehlo()).toBe(name);
  });

  test.each(['http://localhost:4000', 'http://192.0.2.9', 'http://[::1]:4000'])(
    "at %s sends EHLO with the machine's name",
    async (publicUrl) => {
      server = await startMailServer();
      await sendBy(`smtp://127.0.0.1:${server.port}`, publicUrl);
      expect(ehlo()).not.toBe(new URL(publicUrl).hostname);
    },
  );
});

describe('MAIL_URL with oauth2', () => {
  const SECRETS = 'client_id=our-app&client_secret=a%20secret%2B&refresh_token=1//0refresh%26-_%3D';

  test('logs in with a renewed and shared access token, and keeps a new refresh token while running', async () => {
    const user = 'shop@shop.example';
    const tokens = await startTokenServer();
    tokens.answer = (number) => ({
      status: 200,
      body: { access_token: `token-${number}`, expires_in: 3_600, refresh_token: `refresh-${number}` },
    });
    server = await startMailServer({ xoauth2: { user, isGood: (token) => token === 'token-2', refusal: 535 } });
    const url = `smtp://shop%40shop.example@127.0.0.1:${server.port}?oauth2=${encodeURIComponent(tokens.url)}&${SECRETS}`;
    expect(await sendBy(url)).toMatchObject({ kind: 'accepted' });
    expect(server.received[0]?.secure).toBe(true);
    expect(tokens.asked).toEqual(
      ['1//0refresh&-_=', 'refresh-1'].map((refresh_token) => ({
        ...{ grant_type: 'refresh_token', client_id: 'our-app', client_secret: 'a secret+', refresh_token },
      })),
    );
    tokens.answer = () => ({ status: 400, body: { error: 'invalid_grant' } });
    await transport?.close();
    expect(await sendBy(url)).toMatchObject({
      kind: 'deferred',
      reason: expect.stringContaining('invalid_grant (400)'),
    });
    await tokens.close();
  });

  test('asks Microsoft and Google at their addresses', () => {
    const read = (settings: string) => readMailUrl(`smtp://us@h.example?${settings}&${SECRETS}`);
    expect(read('oauth2=google')).toMatchObject({
      tokens: { user: 'us', grant: { url: 'https://oauth2.googleapis.com/token', clientId: 'our-app' } },
    });
    expect(read('oauth2=google').login).toBeUndefined();
    expect(read('oauth2=microsoft&tenant=shop.example').tokens?.grant).toMatchObject({
      ...{
        url: 'https://login.microsoftonline.com/shop.example/oauth2/v2.0/token',
        scope: expect.stringMatching(/SMTP/),
      },
    });
    expect(readMailUrl('smtp://us@h.example?oauth2=microsoft&client_id=a&refresh_token=b').tokens?.grant).toMatchObject(
      {
        ...{ url: expect.stringContaining('/common/'), clientSecret: null },
      },
    );
  });

  test.each([
    [`smtp://h.example?oauth2=google&${SECRETS}`, 'oauth2 needs a user: write the mailbox before the host'],
    [
      `smtp://us:secret@h.example?oauth2=google&${SECRETS}`,
      'a password cannot be used with oauth2: remove one of them',
    ],
    [`smtp://us@h.example?${SECRETS}`, 'client_id needs oauth2: add &oauth2=microsoft or &oauth2=google'],
    ['smtp://us@h.example?oauth2=google', 'client_id is required: add &client_id= and the id of the application'],
    ['smtp://us@h.example?oauth2=google&client_id=a', 'refresh_token is required: add &refresh_token='],
    ['smtp://us@h.example?oauth2=google&client_id=a&refresh_token=', 'refresh_token is required: add &refresh_token='],
    ['smtp://us@h.example?oauth2=google&client_id=a&refresh_token=secret%0A', 'refresh_token must be printable ASCII'],
    [`smtp://us@h.example?oauth2=yahoo&${SECRETS}`, 'oauth2 must be microsoft, google or a token URL'],
    [`smtp://us@h.example?oauth2=&${SECRETS}`, 'oauth2 must be microsoft, google or a token URL'],
    [`smtp://us@h.example?oauth2=ftp://h.example&${SECRETS}`, 'oauth2 must'],
    [`smtp://us@h.example?oauth2=http://h.example/token&${SECRETS}`, 'oauth2 must begin with https://'],
    [`smtp://us@h.example?oauth2=google&tenant=a&${SECRETS}`, 'tenant can only be used with microsoft'],
    [`smtp://us@h.example?oauth2=microsoft&tenant=a/b&${SECRETS}`, 'tenant must be the id or a domain of a tenant'],
    [`smtp://us@h.example?oauth2=google&tls=off&${SECRETS}`, 'tls=off cannot be used with a user'],
  ])('explains %s', (url, words) => {
    outbound = new Outbound([]);
    const start = () => createTransport({ mailUrl: url }, '', outbound!);
    expect(start).toThrow(words);
    try {
      start();
    } catch (error) {
      expect((error as Error).message).toMatch(/^MAIL_URL/);
      expect((error as Error).message).not.toMatch(/secret%|refresh&|:secret/);
    }
  });
});

describe('MAIL_URL reports the error in', () => {
  test.each([
    ['smtp://us:p#ss@h.example:587', '# as %23'],
    ['smtp://us:12#ss@h.example', '# as %23'],
    ['smtp://us:#@h.example:587', '# as %23'],
    ['smtp://us:a/b@h.example', '/ as %2F'],
    ['smtp://us:25?x@h.example', '? as %3F'],
    ['smtp://us:25/x@h.example:25?pool=3', '/ as %2F'],
    ['smtp://u#s:secret@h.example', '# as %23'],
    ['smtp://us:50%off@h.example:587', 'write a % as %25'],
    ['smtp://us:100%@h.example', 'write a % as %25'],
    ['smtp://us:%zz@h.example', 'write a % as %25'],
    ['smtp://us:p@h.example?tls=off', 'tls=off cannot be used with a user and a password'],
    ['smtp://h.example?tls=false', 'tls must be one of required, opportunistic, off'],
    ['smtps://h.example?tls=off', 'tls=off cannot be used with smtps://'],
    ['smtp://h.example?ca=/no/such/file.pem', 'the file of ca cannot be read (ENOENT)'],
    ['smtp://h.example?fingerprint=AA:BB', 'fingerprint must be 64 hexadecimal digits'],
    ['smtp://h.example?ehlo_name=a_b', 'ehlo_name must be a host name'],
    [
      'smtp://h.example?name=a.example',
      'only pool, rate, tls, ca, fingerprint, ehlo_name, oauth2, tenant, client_id, client_secret and refresh_token can be set',
    ],
  ])('%s', (url, words) => {
    expect(() => createSmtp(readMailUrl(url))).toThrow(words);
    try {
      readMailUrl(url);
    } catch (error) {
      expect((error as Error).message).toMatch(/^MAIL_URL/);
      expect((error as Error).message).not.toMatch(/(?<!_)secret|p#ss|12#ss|50%off/);
    }
  });
});
