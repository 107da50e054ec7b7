import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../../src/network/private-address.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';

const login = { user: 'us', password: 'a secret of us' };

let open: TestApp;
let hosted: TestApp;
let server: MailServer;
beforeAll(async () => {
  [open, hosted, server] = await Promise.all([
    openTestApp({ privateTransports: true }),
    openTestApp(),
    startMailServer({ login }),
  ]);
});
afterAll(() => Promise.all([open.close(), hosted.close(), server.close()]));

async function tested(input: object, api = open) {
  const { body } = await api.rest('POST', '/transports', { name: 'Local', host: '127.0.0.1', ...input });
  const { status, body: answer } = await api.rest('POST', `/transports/${body.data.id}/test`);
  expect(status).toBe(200);
  return answer.data;
}

describe('a connection test', () => {
  test('connects and logs in', async () => {
    expect(await tested({ port: server.port, ...login })).toEqual({ ok: true, problem: null });
    expect(server.received).toEqual([]);
  });

  test('reports a refused login without its details', async () => {
    const answer = await tested({ port: server.port, ...login, password: 'another secret' });
    expect(answer).toEqual({ ok: false, problem: 'The mail server refused the login: wrong user or password (535).' });
  });

  test('reports that no server answers', async () => {
    const answer = await tested({ port: 1 });
    expect(answer).toEqual({
      ok: false,
      problem: expect.stringMatching(/^The mail server could not be reached: .+ \(E\w+\)\.$/),
    });
  });

  test('says why it failed by a code, too', async () => {
    const query = 'mutation ($id: ID!) { testTransport(id: $id) { ok problem problemCode } }';
    const codes: unknown[] = [];
    for (const input of [
      { port: server.port, ...login },
      { port: server.port, ...login, password: 'x' },
      { port: 1 },
    ]) {
      const { body } = await open.rest('POST', '/transports', { name: 'Codes', host: '127.0.0.1', ...input });
      codes.push((await ask(open, query, { id: body.data.id })).testTransport.problemCode);
    }
    expect(codes).toEqual([null, 'LOGIN', 'UNREACHABLE']);
  });

  test('repeats no text of a server that is not a mail server', async () => {
    const other = createServer((socket) => socket.on('error', () => {}).end('the inside of something else\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const answer = await tested({ port: (other.address() as AddressInfo).port });
    expect(answer.ok).toBe(false);
    expect(answer.problem).not.toMatch(/inside/);
    other.close();
  });
});

describe('with private addresses blocked', () => {
  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '::ffff:10.0.0.1', 'localhost', 'db', 'a.internal'])(
    '%s is refused',
    async (host) => {
      const { status, body } = await hosted.rest('POST', '/transports', { name: 'Inside', host });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['host']]);
    },
  );

  test('a name with a private address is not connected to', async () => {
    const { body } = await hosted.rest('POST', '/transports', { name: 'Named', host: 'smtp.provider.example' });
    const { id } = body.data;
    // `localhost` resolves everywhere to a private address; the API would refuse it.
    await hosted.db.transport.updateMany({ where: { id }, data: { host: 'localhost', port: server.port } });
    const answer = await hosted.rest('POST', `/transports/${id}/test`);
    expect(answer.body.data).toEqual({
      ok: false,
      problem: 'The mail server has a private address. This installation does not connect to private addresses.',
    });
  });

  test.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.31.0.1', '192.168.1.1', '224.0.0.1'],
    ...['::', '::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:8.8.8.8', '64:ff9b::a00:1'],
    ...['2002:a00:1::', '2001:db8::1', '2001::1', 'no address'],
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each(['8.8.8.8', '100.63.0.1', '172.32.0.1', '192.169.0.1', '2a00:1450:4001::1', '2606:4700::1111'])(
    '%s is public',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );
});
