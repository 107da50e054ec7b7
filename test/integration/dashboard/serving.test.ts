import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { signIn } from '../../support/members.ts';

let api: TestApp;
let cookie: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: 'https://news.shop.test/mail' });
  ({ cookie } = await signIn(api, 'viewer'));
  cookie = `__Secure-${cookie}`; // the path is not /
});
afterAll(() => api.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url, headers: { accept: 'text/html', ...headers } });
const asMember = (url: string) => get(url, { cookie, 'sec-fetch-site': 'none' });

test('signed-in people get the dashboard, at its address and below; anonymous callers see which server this is', async () => {
  const anonymous = await get('/');
  expect([anonymous.statusCode, anonymous.payload.includes('E-mail marketing server')]).toEqual([200, true]);
  for (const url of ['/', '/people', '/people?search=ann', '/people/ann%40shop.test']) {
    const { statusCode, payload, headers } = await asMember(url);
    expect([url, statusCode, payload.includes('<div id="dashboard">')]).toEqual([url, 200, true]);
    expect(headers['cache-control']).toBe('private, no-cache');
  }
  for (const url of ['/people', '/people/ann%40shop.test', '/today']) {
    const { statusCode, headers } = await get(url);
    expect([url, statusCode, headers.location]).toEqual([url, 303, `/mail/sign-in?to=${encodeURIComponent(url)}`]);
  }
});

test('the document contains the installation’s address, and allows only its own scripts and styles', async () => {
  const [{ payload, headers }, again] = [await asMember('/people'), await asMember('/people')];
  expect(payload).toContain('<base href="/mail/">');
  const policy = String(headers['content-security-policy']);
  const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? [];
  expect(payload).toContain(`nonce="${nonce}"`);
  expect(again.payload).not.toContain(nonce);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(payload).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=/);
});

test('its files are cached forever, in an encoding that the client accepts', async () => {
  const { payload } = await asMember('/');
  const files = [...payload.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => `/${file}`);
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    const plain = await get(file, { 'accept-encoding': 'br;q=0, identity' });
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect(plain.headers.vary).toContain('Accept-Encoding');
    const packed = await get(file, { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const older = await get(file, { 'accept-encoding': 'gzip' });
    expect(older.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(older.rawPayload).equals(plain.rawPayload)).toBe(true);
  }
  for (const url of ['/assets/none.js', '/assets/..%2findex.html', '/assets/..%2f..%2fmain.js']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  }
});

test('the document names the scripts and styles that its page needs beside the frame, and each exists', async () => {
  const named = new Map<string, string[]>();
  for (const url of [
    '/',
    '/people',
    '/people/ann%40shop.test',
    '/lists/tags',
    '/lists/1',
    '/lists/2',
    '/settings/team',
  ]) {
    const { payload } = await asMember(url);
    const files = [
      ...payload.matchAll(/<link rel="(modulepreload|stylesheet)" crossorigin href="\.\/(assets\/[^"]+)">/g),
    ];
    named.set(url, files.map(([, , file]) => `/${file}`).sort());
    for (const [, rel, file] of files) {
      expect([file, rel, (await get(`/${file}`)).statusCode]).toEqual([
        file,
        file!.endsWith('.css') ? 'stylesheet' : 'modulepreload',
        200,
      ]);
    }
  }
  const has = (url: string, name: RegExp) => named.get(url)!.some((file) => name.test(file));
  expect([has('/', /\/today-.*js$/), has('/people', /\/today-/)]).toEqual([true, false]);
  expect([has('/lists/1', /\/list-.*js$/), has('/lists/1', /\/tags-.*js$/)]).toEqual([true, false]);
  expect([has('/lists/tags', /\/list-.*js$/), has('/lists/tags', /\/tags-.*js$/)]).toEqual([false, true]);
  expect(has('/lists/1', /\/chart-.*css$/)).toBe(true);
  expect([has('/settings/team', /\/layout-.*js$/), has('/settings/team', /\/team-.*js$/)]).toEqual([true, true]);
  expect(named.get('/lists/1')).toEqual(named.get('/lists/2'));
  expect(named.get('/people')).not.toEqual(named.get('/people/ann%40shop.test'));
  for (const url of ['/nowhere', '/lists/1/2/3']) {
    expect([url, (await asMember(url)).payload.includes('modulepreload')]).toEqual([url, false]);
  }
});

test('members see unknown addresses within the dashboard, and anonymous callers and programs get the plain answer', async () => {
  for (const [url, forAnonymous, type] of [
    ['/nowhere', 404, 'text/html'],
    ['/peoples', 404, 'text/html'],
    ['/v1/nowhere', 401, 'application/json'],
    ['/api/v1/nowhere', 401, 'application/json'],
  ] as const) {
    const [member, anonymous] = [await asMember(url), await get(url)];
    expect([url, member.statusCode, anonymous.statusCode]).toEqual([url, 404, forAnonymous]);
    expect([member.headers['content-type'], anonymous.headers['content-type']]).toEqual([
      expect.stringContaining(type),
      expect.stringContaining('application/json'),
    ]);
  }
  expect((await asMember('/graphql')).payload).toContain('GraphiQL');
});
