import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutRoot } from '../../../src/database/home.ts';
import { PICTURES, SOCIAL_NETWORKS } from '../../../src/domain/content/pictures.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

const ADDRESSES = [
  ...PICTURES.map((name) => `/pictures/${name}.png`),
  ...SOCIAL_NETWORKS.map((network) => `/pictures/social/${network}.png`),
];
const PNG = '\x89PNG\r\n\x1a\n';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

function sizeOf(address: string): [width: number, height: number] {
  if (address.includes('/social/')) return [64, 64];
  return address.includes('/hero-') ? [1200, 600] : [480, 480];
}

describe.each(ADDRESSES)('%s', (url) => {
  test('is a small public picture of the expected size, cached for a week', async () => {
    const { statusCode, headers, rawPayload } = await api.app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=604800',
      'x-content-type-options': 'nosniff',
    });
    expect(rawPayload.subarray(0, 8).toString('latin1')).toBe(PNG);
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual(sizeOf(url));
    expect(rawPayload.length).toBeLessThan(30_000);
  });
});

test('a cached picture is answered with 304', async () => {
  const [url, other] = ['/pictures/hero-mill.png', '/pictures/hero-shop.png'];
  const tag = String((await api.app.inject(url)).headers.etag);
  for (const known of [tag, `W/${tag}`, `"another", ${tag}`, '*']) {
    const { statusCode, headers, payload } = await api.app.inject({ url, headers: { 'if-none-match': known } });
    expect([known, statusCode, payload, headers.etag]).toEqual([known, 304, '', tag]);
    expect(headers['cache-control']).toBe('public, max-age=604800');
  }
  expect((await api.app.inject({ url: other, headers: { 'if-none-match': tag } })).statusCode).toBe(200);
});

test('HEAD gives the size without the picture', async () => {
  const { statusCode, headers, payload } = await api.app.inject({ method: 'HEAD', url: '/pictures/hero-mill.png' });
  expect([statusCode, payload]).toEqual([200, '']);
  expect(Number(headers['content-length'])).toBeGreaterThan(1_000);
});

test('serving pictures needs no database statements', async () => {
  expect(await api.statements(() => Promise.all(ADDRESSES.map((url) => api.app.inject(url))))).toEqual([]);
});

test.each([
  ...['/pictures', '/pictures/', '/pictures/social/', '/pictures/hero-shop', '/pictures/hero-shop.svg'],
  ...['/pictures/unknown.png', '/pictures/social/unknown.png', '/pictures/HERO-SHOP.png'],
  ...['/pictures/..%2fpackage.json', '/pictures/%2e%2e/package.json', '/pictures/social/..%2fhero-shop.png'],
  ...[
    '/pictures/../package.json',
    '/pictures//hero-shop.png',
    '/pictures/hero-shop.png%00',
    '/pictures/source/hero-shop.svg',
  ],
])('%s is not found', async (url) => {
  const answer = await api.app.inject(url);
  expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found.', errors: {} }]);
});

test('ready-made templates and their samples show only existing pictures', async () => {
  const { body } = await api.rest('GET', '/ready-made-templates?per_page=100');
  const base = api.installation.config.publicUrl;
  const shown = [...JSON.stringify(body.data).matchAll(/([\w:/.-]*|\{\{ team\.pictures_url \}\})\/([\w-]+\.png)/g)];
  expect(shown.length).toBeGreaterThan(10);
  for (const [, from, file] of shown) {
    expect(['{{ team.pictures_url }}', `${base}/pictures`]).toContain(from);
    expect(ADDRESSES).toContain(`/pictures/${file}`);
  }
});

test('every picture has a name and a source', () => {
  const folder = join(checkoutRoot(), 'pictures');
  const named = (base: string, ending: RegExp) =>
    readdirSync(base, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => `/pictures/${name.replace(ending, '.png')}`)
      .sort();
  expect(named(folder, /\.png$/)).toEqual(ADDRESSES.toSorted());
  expect(named(join(folder, 'source'), /\.svg$/)).toEqual(ADDRESSES.toSorted());
});
