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
const open = (url: string, headers: object = BROWSER, method: 'GET' | 'HEAD' = 'GET') =>
  api.app.inject({ method, url, headers: { ...headers } });

test.each(['/graphql', '/api/graphql', '/playground', '/graphql?query={lists{totalCount}}'])(
  'the playground is served packed under %s, and not again while it is the same',
  async (url) => {
    const page = await open(url, { ...BROWSER, ...PACKED });
    expect([page.statusCode, page.headers['content-type'], page.headers['content-encoding']]).toEqual([
      200,
      'text/html',
      'gzip',
    ]);
    const html = gunzipSync(page.rawPayload).toString();
    expect(html).toContain('<title>Tidings</title>');
    expect(page.rawPayload.length).toBeLessThan(html.length / 3);
    expect(page.headers.vary).toBe('Accept, Accept-Encoding');
    const again = await open(url, { ...BROWSER, 'if-none-match': page.headers.etag });
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', page.headers.etag]);
    const other = await open(url, { ...BROWSER, ...PACKED, 'if-none-match': 'W/"other"' });
    expect(other.statusCode).toBe(200);
  },
);

test.each([undefined, 'identity', 'br', 'gzip;q=0'])('to who takes %s it is served as it is', async (encoding) => {
  const page = await open('/playground', { ...BROWSER, ...(encoding && { 'accept-encoding': encoding }) });
  expect(page.headers['content-encoding']).toBeUndefined();
  expect(page.payload).toContain('</html>');
});

test('HEAD says the same without the page', async () => {
  const page = await open('/graphql', BROWSER, 'HEAD');
  expect([page.statusCode, page.headers['content-type'], page.payload]).toEqual([200, 'text/html', '']);
});

test('the page is no call of the API: it needs no token and is not limited', async () => {
  for (let time = 0; time < 5; time += 1) {
    expect((await open('/graphql', { ...BROWSER, ...PACKED })).statusCode).toBe(200);
  }
  expect((await open('/playground', { accept: '*/*' })).statusCode).toBe(200);
});

test('switched off, there is no page', async () => {
  const closed = await openTestApp({ playground: false });
  for (const url of ['/graphql', '/playground']) {
    const page = await closed.app.inject({ url, headers: BROWSER });
    expect(page.statusCode).toBeGreaterThanOrEqual(400);
    expect(page.payload).not.toContain('<');
  }
  await closed.close();
});
