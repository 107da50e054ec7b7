import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { createServer as createRaw } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Outbound } from '../../src/outbound/outbound.ts';
import { EXPIRED, OTHER_NAME, SELF_SIGNED, VALID } from '../support/certificates/certificates.ts';

const servers = new Map<string, NetServer | Server>();
const outbound = new Outbound(['127.0.0.1']);
beforeAll(async () => {
  for (const [name, one] of Object.entries({ EXPIRED, OTHER_NAME, SELF_SIGNED, VALID })) {
    servers.set(
      name,
      createServer(one, (_, response) => void response.end('well')),
    );
  }
  servers.set(
    'PLAIN',
    createPlain((_, response) => void response.end('well')),
  );
  servers.set(
    'OLD',
    createServer({ ...VALID, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }),
  );
  servers.set(
    'NOISE',
    createRaw((socket) => void socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9\r\n')),
  );
  for (const server of servers.values()) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  await outbound.close();
  for (const server of servers.values()) server.close();
});

test.each([
  ['EXPIRED', /^The certificate of the server /],
  ['OTHER_NAME', /^The certificate of the server /],
  ['SELF_SIGNED', /^The certificate of the server is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/],
  ['VALID', /^The certificate of the server comes without the intermediate certificates/],
  ['PLAIN', /^The server does not use TLS at this port/],
  ['OLD', /^A secure connection to the server could not be established \(ERR_SSL_\w+\)\.$/],
  ['NOISE', /TLS|secure connection/],
])('the TLS problem is reported: %s', async (name, words) => {
  const { port } = (servers.get(name) as NetServer).address() as AddressInfo;
  const problem = await outbound.request(`https://127.0.0.1:${port}/`, { maxBytes: 1_000 }).then(
    () => expect.fail('it was answered'),
    (error) => error,
  );
  expect([problem.why, problem.message]).toEqual(['tls', expect.stringMatching(words)]);
});
