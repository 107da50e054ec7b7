import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Outbound } from '../../src/outbound/outbound.ts';

const MB = 1_048_576;

let inner: Server;
let port: number;
let connections = 0;
let answer: RequestListener;
const strict = new Outbound([]);
const open = new Outbound(['127.0.0.1']);

beforeAll(async () => {
  inner = createServer((request, response) => answer(request, response));
  inner.on('connection', () => connections++);
  await once(inner.listen(0, '::'), 'listening'); // both families
  port = (inner.address() as AddressInfo).port;
});
afterAll(async () => {
  await Promise.all([strict.close(), open.close()]);
  inner.closeAllConnections();
  inner.close();
});

const local = (path = '/') => `http://127.0.0.1:${port}${path}`;
const failure = (client: Outbound, url: string, options: object = {}) =>
  client.request(url, { maxBytes: MB, ...options }).then(
    () => expect.fail(`${url} was answered`),
    ({ why }) => why,
  );

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  'localhost',
  'LOCALHOST',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '0xa83f8110',
  '2822734096',
  '161.26.0.10',
  '166.8.0.1',
  '166.11.255.254',
  '192.0.0.192',
  '100.100.100.200',
  '169.254.170.2',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[::ffff:168.63.129.16]',
  '[::ffff:a83f:8110]',
  '[64:ff9b::a83f:8110]',
  '[2002:a83f:8110::]',
  '[5f00::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
])('requests to %s are refused', async (host) => {
  answer = (_, response) => response.end('inner');
  const before = connections;
  expect(await failure(strict, `http://${host}:${port}/`)).toBe('refused');
  expect(connections).toBe(before);
});

test.each([
  ...['ftp://files.example/feed', 'file:///etc/passwd', 'gopher://a.example/', 'data:text/xml,<rss/>', 'feed.xml', ''],
  ...['https://user:secret@shop.example/feed', 'https://user@shop.example/feed', 'http://'],
])('%s is an invalid address', async (url) => {
  expect(await failure(open, url)).toBe('refused');
});

test('addresses allowed by the operator are reached, by address, network and name', async () => {
  answer = (request, response) => response.end(request.url);
  const { status, body } = await open.request(local('/a?b=c'), { maxBytes: MB });
  expect([status, body.toString()]).toEqual([200, '/a?b=c']);
  for (const [allowed, host] of [
    ['127.0.0.0/8', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['::1', '[::1]'],
  ] as const) {
    const client = new Outbound([allowed]);
    expect((await client.request(`http://${host}:${port}/`, { maxBytes: MB })).status).toBe(200);
    expect(await failure(client, `http://127.9.9.9.nip.invalid:${port}/`)).toBe('unreachable');
    await client.close();
  }
  expect(await failure(open, `http://[::ffff:127.0.0.1]:${port}/`)).toBe('refused'); // another address than the allowed one
  const other = new Outbound(['10.0.0.0/8', 'inner.example']);
  expect(await failure(other, local())).toBe('refused');
  await other.close();
});

test('redirects are followed on request, three at most, and each is checked', async () => {
  const asked: string[] = [];
  answer = (request, response) => {
    asked.push(request.url as string);
    const [, left, target] = /^\/(\d+)(?:\?(.*))?$/.exec(request.url as string) ?? [];
    if (left === '0' && !target) return response.end('there');
    const location = left === '0' ? decodeURIComponent(target as string) : `/${Number(left) - 1}`;
    response.writeHead(302, { location }).end('moved');
  };
  expect((await open.request(local('/3'), { maxBytes: MB })).status).toBe(302);
  expect(asked).toEqual(['/3']);
  const there = await open.request(local('/3'), { maxBytes: MB, redirects: 3 });
  expect([there.body.toString(), there.url]).toEqual(['there', local('/0')]);
  expect(await failure(open, local('/4'), { redirects: 3 })).toBe('redirect');
  for (const target of [
    `http://[::1]:${port}/0`,
    `http://127.0.0.2:${port}/0`,
    'file:///etc/passwd',
    'http://u:p@a.example/',
  ]) {
    asked.length = 0;
    expect(await failure(open, local(`/0?${encodeURIComponent(target)}`), { redirects: 3 })).toBe('refused');
    expect(asked).toHaveLength(1);
  }
});

test('an oversized answer is cut off, compressed or not, and not held in memory', async () => {
  let sent = 0;
  answer = (_, response) => {
    const chunk = Buffer.alloc(MB);
    const more = () => {
      while (sent < 100 && !response.destroyed) {
        sent++;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
  expect(await failure(open, local(), { maxBytes: 5 * MB })).toBe('size');
  expect(sent).toBeLessThan(100);
  for (const [encoding, bomb] of [
    ['gzip', gzipSync(Buffer.alloc(100 * MB))],
    ['br', brotliCompressSync(Buffer.alloc(20 * MB))],
  ] as const) {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    expect(bomb.length).toBeLessThan(MB);
    expect(await failure(open, local())).toBe('size');
  }
  answer = (_, response) => response.writeHead(200, { 'x-large': 'a'.repeat(20_000) }).end();
  expect(await failure(open, local())).toBe('size');
});

test('compressed answers are read, and broken ones are refused', async () => {
  for (const [encoding, body] of [
    ['gzip', gzipSync('fine')],
    ['BR', brotliCompressSync('fine')],
    ['identity', Buffer.from('fine')],
  ] as const) {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body);
    expect((await open.request(local(), { maxBytes: MB })).body.toString()).toBe('fine');
  }
  for (const encoding of ['gzip', 'zstd', 'gzip, gzip', '__proto__']) {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('plain');
    expect(await failure(open, local())).toBe('encoding');
  }
});

test('servers that do not answer, break off or drip are given up, and the error does not contain the answer', async () => {
  const hasty = new Outbound(['127.0.0.1'], { milliseconds: 300 });
  answer = () => {};
  expect(await failure(hasty, local())).toBe('time');
  answer = (_, response) => {
    const timer = setInterval(() => response.write('secret'), 20);
    response.on('close', () => clearInterval(timer));
  };
  expect(await failure(hasty, local())).toBe('time');
  answer = (_, response) => response.writeHead(302, { location: '/' }).end(); // round and round
  expect(await failure(hasty, local(), { redirects: 1e9 })).toBe('time');
  await hasty.close();
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('secret', () => response.destroy());
  };
  const error = await open.request(local(), { maxBytes: MB }).catch((caught) => caught);
  expect([error.why, error.message]).toEqual(['unreachable', 'The server could not be reached.']);
  answer = (request) => request.socket.end('SSH-2.0-OpenSSH secret\r\n');
  expect((await open.request(local(), { maxBytes: MB }).catch((caught) => caught)).message).not.toContain('SSH');
});

test('a body is posted', async () => {
  answer = async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    response.writeHead(202).end(`${request.method} ${request.headers['content-type']} ${Buffer.concat(chunks)}`);
  };
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await open.request(local(), { method: 'POST', headers, body: '{"a":1}', maxBytes: MB });
  expect([status, body.toString()]).toEqual([202, 'POST application/json {"a":1}']);
});

test('reads only the beginning of an answer on request, and keeps the status when the rest breaks off', async () => {
  answer = (_, response) => {
    response.writeHead(201, { 'content-length': 100_000 }).write('a'.repeat(3_000));
    setTimeout(() => response.destroy(), 20);
  };
  const { status, body } = await open.request(local(), { maxBytes: 5_000, beginning: true });
  expect([status, body.length]).toEqual([201, 3_000]);
  expect((await open.request(local(), { maxBytes: 100, beginning: true })).body.length).toBe(100);
  expect(await failure(open, local())).toBe('unreachable');
});

test('reports whether an answer came from a private address', async () => {
  answer = (_, response) => response.end('hello');
  expect(await open.request(local(), { maxBytes: MB })).toMatchObject({ isPublic: false });
});

test.each([
  ['https://hooks.example.com/', true],
  ['http://hooks.example.com/', false],
  ['http://127.0.0.1:8080/', true],
  ['http://127.0.0.2/', false],
  ['ftp://127.0.0.1/', false],
  ['nonsense', false],
])('safety of %s: %s', (address, safe) => {
  expect(open.isSafe(address)).toBe(safe);
});
