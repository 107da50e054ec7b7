import { X509Certificate } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import {
  AUTHORITY_PEM,
  EXPIRED,
  OTHER_AUTHORITY_PEM,
  OTHER_NAME,
  SELF_SIGNED,
  VALID,
} from '../../support/certificates/certificates.ts';
import { openInbox } from '../../support/inbox.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

const login = { user: 'us', password: 'a secret of us' };

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
let server: MailServer | undefined;
beforeAll(async () => {
  api = await openTestApp({ privateTransports: true, publicUrl: 'https://news.shop.example' });
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', { name: 'order', editor: 'html', subject: 'Order', content: '<p>Thanks</p>' });
});
afterEach(() => server?.close());
afterAll(async () => {
  await jobs.stop();
  await api.close();
});

const create = async (input: object): Promise<string> => {
  const { status, body } = await api.rest('POST', '/transports', { name: 'Local', host: '127.0.0.1', ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
};

async function tested(input: object): Promise<{ ok: boolean; problem: string | null }> {
  const { body } = await api.rest('POST', `/transports/${await create(input)}/test`);
  return body.data;
}

const fingerprintOf = ({ cert }: { cert: string }): string => new X509Certificate(cert).fingerprint256;

type Certificate = { key: string; cert: string };
const start = async (tls: Certificate | null, from: 'first byte' | 'STARTTLS' = 'STARTTLS', known?: typeof login) => {
  server = await startMailServer({ tls: tls && { ...tls, from }, ...(known && { login: known }) });
  return { port: server.port, secure: from === 'first byte' };
};

const OK = { ok: true, problem: null };

describe('a password', () => {
  test('is only sent over TLS, on this machine too', async () => {
    const { port } = await start(null, 'STARTTLS', login);
    expect(await tested({ port, ...login })).toEqual({
      ok: false,
      problem: 'The mail server does not offer TLS, and a password is only sent over TLS.',
    });
    const opportunistic = await tested({ port, ...login, tls: 'opportunistic' });
    expect(opportunistic.problem).toMatch(/a password is only sent over TLS/);
  });

  test.each(['first byte', 'STARTTLS'] as const)('is sent over TLS from the %s', async (from) => {
    expect(await tested({ ...(await start(SELF_SIGNED, from, login)), ...login })).toEqual(OK);
  });

  test('is reported if it is wrong', async () => {
    const where = await start(SELF_SIGNED, 'STARTTLS', login);
    expect(await tested({ ...where, ...login, password: 'another' })).toEqual({
      ok: false,
      problem: 'The mail server refused the login: wrong user or password (535).',
    });
  });

  test.each([
    [{ ...login, tls: 'off' }, ['tls']],
    [{ ...login, tls: 'off', port: 25 }, ['tls']],
    [{ tls: 'off', secure: true }, ['tls']],
    [{ tls: 'off', port: 465 }, ['tls']],
    [{ tls: 'off', fingerprint: fingerprintOf(VALID) }, ['fingerprint']],
    [{ tls: 'off', ca: AUTHORITY_PEM }, ['ca']],
    [{ ca: AUTHORITY_PEM, fingerprint: fingerprintOf(VALID) }, ['fingerprint']],
    [{ tls: 'starttls' }, ['tls']],
    [{ tls: true }, ['tls']],
    [{ ca: 'no certificate' }, ['ca']],
    [{ ca: VALID.key }, ['ca']],
    [{ ca: AUTHORITY_PEM + VALID.key }, ['ca']],
    [{ ca: AUTHORITY_PEM.replace(/[A-Z]{4}/, '!') }, ['ca']],
    [{ ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }, ['ca']],
    [{ ca: 5 }, ['ca']],
    [{ fingerprint: 'AA:BB' }, ['fingerprint']],
    [{ fingerprint: 'a'.repeat(40) }, ['fingerprint']],
    [{ fingerprint: 'g'.repeat(64) }, ['fingerprint']],
    [{ ehlo_name: 'two words' }, ['ehlo_name']],
    [{ ehlo_name: 'a\r\nMAIL FROM:<x@x.test>' }, ['ehlo_name']],
    [{ ehlo_name: '-a.example' }, ['ehlo_name']],
    [{ ehlo_name: '192.0.2.1' }, ['ehlo_name']],
    [{ ehlo_name: '[300.1.1.1]' }, ['ehlo_name']],
  ])('settings %j are refused', async (input, names) => {
    const { status, body } = await api.rest('POST', '/transports', { name: 'X', host: '127.0.0.1', ...input });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, names]);
  });

  test('cannot be added to a transport without TLS, nor TLS switched off where there is one', async () => {
    const plain = await create({ tls: 'off' });
    const added = await api.rest('PATCH', `/transports/${plain}`, login);
    expect([added.status, Object.keys(added.body.errors)]).toEqual([422, ['tls']]);
    const known = await create(login);
    const off = await api.rest('PATCH', `/transports/${known}`, { tls: 'off' });
    expect([off.status, Object.keys(off.body.errors)]).toEqual([422, ['tls']]);
    const without = await api.rest('PATCH', `/transports/${known}`, { tls: 'off', user: null, password: null });
    expect([without.status, without.body.data.tls]).toEqual([200, 'off']);
  });
});

describe('on loopback', () => {
  test('a server without TLS and without a login is fine', async () => {
    expect(await tested(await start(null))).toEqual(OK);
    expect(await tested({ port: server!.port, tls: 'opportunistic' })).toEqual(OK);
    expect(await tested({ port: server!.port, tls: 'off' })).toEqual(OK);
  });

  test.each(['first byte', 'STARTTLS'] as const)(
    'a self-signed certificate for another name is fine from the %s',
    async (from) => {
      const where = await start(SELF_SIGNED, from);
      for (const host of ['127.0.0.1', 'localhost']) expect(await tested({ ...where, host })).toEqual(OK);
      expect(await tested({ ...where, tls: 'required' })).toEqual(OK);
    },
  );

  test('a certificate from an authority, for the public name of the machine, is fine', async () => {
    expect(await tested(await start(OTHER_NAME))).toEqual(OK);
  });

  test('an expired certificate is refused', async () => {
    const { problem } = await tested(await start(EXPIRED));
    expect(problem).toMatch(/^The certificate of the mail server has expired on 2021-\d\d-\d\d\.$/);
  });

  test('a server without TLS is not if TLS is required', async () => {
    expect(await tested({ ...(await start(null)), tls: 'required' })).toEqual({
      ok: false,
      problem: 'The mail server does not offer TLS, which is required.',
    });
  });
});

describe('an authority (ca)', () => {
  test('is the only trusted one', async () => {
    const where = await start(VALID);
    expect(await tested({ ...where, ca: AUTHORITY_PEM })).toEqual(OK);
    expect(await tested({ ...where, ca: AUTHORITY_PEM.replace(/\n/g, '\r\n') + OTHER_AUTHORITY_PEM })).toEqual(OK);
    const { problem } = await tested({ ...where, ca: OTHER_AUTHORITY_PEM });
    expect(problem).toMatch(/^The certificate of the mail server is from an unknown authority\./);
  });

  test('does not vouch for another name, an expired or a self-signed certificate', async () => {
    const other = await tested({ ...(await start(OTHER_NAME)), ca: OTHER_AUTHORITY_PEM });
    expect(other.problem).toBe(
      'The certificate of the mail server is for another name: mail.elsewhere.example, not 127.0.0.1.',
    );
    await server?.close();
    const expired = await tested({ ...(await start(EXPIRED)), ca: AUTHORITY_PEM });
    expect(expired.problem).toMatch(/has expired on 2021/);
    await server?.close();
    const itself = await tested({ ...(await start(SELF_SIGNED)), ca: AUTHORITY_PEM });
    expect(itself.problem).toBe(
      `The certificate of the mail server is self-signed. To trust it, set its SHA-256 fingerprint: ${fingerprintOf(SELF_SIGNED)}.`,
    );
  });
});

describe('a fingerprint', () => {
  test.each([
    ['a self-signed certificate', SELF_SIGNED],
    ['one of another name', OTHER_NAME],
    ['an expired one', EXPIRED],
  ])('makes the server trusted: %s', async (_, certificate) => {
    expect(await tested({ ...(await start(certificate)), fingerprint: fingerprintOf(certificate) })).toEqual(OK);
  });

  test('is accepted in the form of openssl and browsers', async () => {
    const where = await start(SELF_SIGNED);
    const shown = fingerprintOf(SELF_SIGNED);
    const plain = shown.replaceAll(':', '').toLowerCase();
    for (const fingerprint of [
      ...[shown, plain, `sha256 Fingerprint=${shown}`, `SHA256:${plain}`, `SHA-256 Fingerprint: ${shown}`],
      ` ${plain.replace(/../g, '$& ')}`,
    ]) {
      const id = await create({ ...where, fingerprint });
      const { data } = (await api.rest('GET', `/transports/${id}`)).body;
      expect(data.fingerprint).toBe(shown);
    }
  });

  test('of another certificate trusts no server', async () => {
    const { problem } = await tested({ ...(await start(VALID)), fingerprint: fingerprintOf(SELF_SIGNED) });
    expect(problem).toBe(
      `The certificate of the mail server does not match the configured fingerprint: ${fingerprintOf(VALID)}.`,
    );
  });
});

describe('a server that cannot be reached', () => {
  test.each([
    ['refuses the connection', { port: 1 }, 'it refused the connection (ECONNREFUSED).'],
    ['is unknown', { host: 'smtp.nosuch.invalid' }, 'the host is unknown (ENOTFOUND).'],
  ])('%s', async (_, input, words) => {
    expect(await tested(input)).toEqual({ ok: false, problem: `The mail server could not be reached: ${words}` });
  });

  test('expects STARTTLS instead of TLS at once', async () => {
    const { port } = await start(SELF_SIGNED);
    const { problem } = await tested({ port, secure: true });
    expect(problem).toMatch(/^The mail server does not use implicit TLS at this port. The port may be for STARTTLS/);
  });
});

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.skipIf(!outside)('beyond loopback a self-signed certificate is refused until its fingerprint is set', async () => {
  server = await startMailServer({ host: '0.0.0.0', tls: { ...SELF_SIGNED, from: 'STARTTLS' } });
  const where = { host: outside, port: server.port };
  expect((await tested(where)).problem).toMatch(/^The certificate of the mail server is self-signed\./);
  expect(await tested({ ...where, fingerprint: fingerprintOf(SELF_SIGNED) })).toEqual(OK);
  expect(await tested({ ...where, tls: 'off' })).toEqual(OK);
});

describe('EHLO', () => {
  const sent = async (input: object) => {
    const inbox = await openInbox(api.installation);
    server = await startMailServer();
    const transport = await create({ port: server.port, ...input });
    const mail = { template: 'order', from: 'shop@shop.example', to: ['ehlo@people.test'], transport };
    expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
    await until(() => server!.received.length > 0);
    await inbox.stop();
    return server.received[0]!.ehlo;
  };

  test('contains the host of PUBLIC_URL, unless the transport has a name', async () => {
    expect(await sent({})).toBe('news.shop.example');
    expect(await sent({ ehlo_name: 'Mail.Bücher.example' })).toBe('mail.xn--bcher-kva.example');
    expect(await sent({ ehlo_name: '[192.0.2.7]' })).toBe('[192.0.2.7]');
  });
});

test('the settings are shown, changed and reset by REST and GraphQL', async () => {
  const id = await create({ ...login, host: 'smtp.provider.example' });
  const shown = async () => {
    const { tls, ca, fingerprint, ehlo_name } = (await api.rest('GET', `/transports/${id}`)).body.data;
    return { tls, ca, fingerprint, ehlo_name };
  };
  const none = { ca: null, fingerprint: null, ehlo_name: null };
  expect(await shown()).toEqual({ tls: 'required', ...none });
  const change = `mutation($input: UpdateTransportInput!) { updateTransport(input: $input) { transport { tls ca ehloName } } }`;
  const input = { tls: 'OPPORTUNISTIC', ca: AUTHORITY_PEM, ehloName: 'mail.shop.example' };
  const { body } = await api.graphql(change, { input: { id, ...input } });
  expect(body.data.updateTransport.transport).toEqual(input);
  expect(await shown()).toEqual({ ...none, tls: 'opportunistic', ca: AUTHORITY_PEM, ehlo_name: 'mail.shop.example' });
  await api.rest('PATCH', `/transports/${id}`, { tls: null, ca: null, ehlo_name: null });
  expect(await shown()).toEqual({ tls: 'required', ...none });
});
