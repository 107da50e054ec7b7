import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ rateLimitPerMinute: 1 });
});
afterAll(() => api.close());

const PACKED = { 'accept-encoding': 'br, gzip' };
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (url: string, headers: object = BROWSER, method: 'GET' | 'HEAD' = 'GET', { app } = api) =>
  app.inject({ method, url, headers: { ...headers } });

/** The addresses of a page's files, by name. */
const filesOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/"(\/[^"]*playground\/[^"]+)"/g)].map(([, address]) => address as string)),
];

test.each(['/graphql', '/api/graphql', '/playground', '/graphql?query={lists{totalCount}}'])(
  'the playground is served under %s, and 304 while unchanged',
  async (url) => {
    const page = await open(url, { ...BROWSER, ...PACKED });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.payload).toContain('<title>Tidings</title>');
    expect(page.payload.length).toBeLessThan(5_000);
    expect(page.headers.vary).toContain('Accept');
    const again = await open(url, { ...BROWSER, 'if-none-match': page.headers.etag });
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', page.headers.etag]);
    const other = await open(url, { ...BROWSER, ...PACKED, 'if-none-match': 'W/"other"' });
    expect(other.statusCode).toBe(200);
  },
);

test('its files are compressed, and browsers cache them for good', async () => {
  const files = filesOf((await open('/playground')).payload);
  expect(files.map((file) => file.slice(file.indexOf('-', '/playground/'.length + 11) + 1)).sort()).toEqual([
    ...['editor-worker.js', 'graphiql.css', 'graphiql.js', 'graphql-worker.js', 'icon.svg', 'json-worker.js'],
  ]);
  for (const url of files) {
    const file = await open(url, { accept: '*/*', ...PACKED });
    expect([url, file.statusCode, file.headers['content-encoding']]).toEqual([url, 200, 'gzip']);
    expect(file.headers['content-type']).toMatch(/^(text\/(javascript|css)|image\/svg)/);
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  }
});

test.each([undefined, 'identity', 'br', 'gzip;q=0'])(
  'a client with Accept-Encoding %s gets uncompressed files',
  async (encoding) => {
    for (const url of filesOf((await open('/playground')).payload)) {
      const plain = await open(url, { accept: '*/*', ...(encoding && { 'accept-encoding': encoding }) });
      expect(plain.headers['content-encoding']).toBeUndefined();
      const packed = await open(url, { accept: '*/*', ...PACKED });
      expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  },
);

test.each(['/playground/other.js', '/playground/..%2fmain.js', '/playground/graphiql.js', '/playground/'])(
  'there is no file %s',
  async (url) => expect((await open(url)).statusCode).toBe(404),
);

test('HEAD answers the same without the page', async () => {
  const page = await open('/graphql', BROWSER, 'HEAD');
  expect([page.statusCode, page.headers['content-type'], page.payload]).toEqual([200, 'text/html; charset=utf-8', '']);
});

test('the page is not an API call: it needs no token and has no rate limit', async () => {
  for (let time = 0; time < 5; time += 1) {
    expect((await open('/graphql', { ...BROWSER, ...PACKED })).statusCode).toBe(200);
  }
  expect((await open('/playground', { accept: '*/*' })).statusCode).toBe(200);
});

test('other sites cannot frame the page, and it only runs scripts of this server', async () => {
  for (const url of ['/graphql', '/api/graphql', '/playground', '/playground?query={x}']) {
    const { headers } = await open(url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*('unsafe|http|\*|blob|data)/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  }
});

test('the page never contains its own query string', async () => {
  const plain = await open('/graphql');
  for (const query of [
    'query=mutation{deleteTag(id:1){deletedId}}',
    'query=%3Cscript%3E',
    'variables={}&operationName=x',
  ]) {
    expect((await open(`/graphql?${query}`)).payload).toBe(plain.payload);
  }
});

test('below a path its files are below that path', async () => {
  const below = await openTestApp({ publicUrl: 'https://shop.example/news' });
  const files = filesOf((await open('/graphql', BROWSER, 'GET', below)).payload);
  expect(files.length).toBe(6);
  expect(files.every((file) => file.startsWith('/news/playground/'))).toBe(true);
  await below.close();
});

test('if it is switched off, the page does not exist', async () => {
  const closed = await openTestApp({ playground: false });
  const [file = ''] = filesOf((await open('/playground')).payload);
  for (const url of ['/graphql', '/playground', file]) {
    const page = await closed.app.inject({ url, headers: BROWSER });
    expect(page.statusCode).toBeGreaterThanOrEqual(400);
    expect(page.payload).not.toContain('<');
  }
  await closed.close();
});
