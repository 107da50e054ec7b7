import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test('the server’s address identifies it, and links further', async () => {
  const { statusCode, headers, payload } = await api.app.inject('/');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const links = [...payload.matchAll(/href="([^"]+)"/g)].map(([, link]) => link as string);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const led = await api.app.inject({ url: `/${link}`, headers: { accept: 'text/html' } });
    expect([link, led.statusCode]).toEqual([link, 200]);
  }
});

test('browsers find an icon', async () => {
  const { statusCode, headers, payload } = await api.app.inject('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(payload).toContain('<svg');
});
