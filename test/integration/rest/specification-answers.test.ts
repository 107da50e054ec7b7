import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { OPERATIONS } from '../../support/operations.ts';

// The specified shapes of answers that no other test shows.

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ rateLimitPerMinute: 100_000 });
});
afterAll(() => api.close());

describe('a page', () => {
  const template = { name: 'Welcome', editor: 'html', content: 'Hello' };
  beforeAll(async () => {
    for (const name of ['Welcome', 'Order']) await api.rest('POST', '/templates', { ...template, name });
    const mail = { template: 'Welcome', from: 'shop@shop.test', to: ['ann@people.test'] };
    for (let count = 0; count < 2; count += 1) await api.rest('POST', '/transactional-mails', mail);
  });

  test.each(['/templates', '/transactional-mails'])('of %s has the specified envelope', async (path) => {
    const { status, body } = await api.rest('GET', `${path}?per_page=1`);
    const at = `http://localhost:80/v1${path}`;
    const link = (page: number) => `${at}?per_page=1&page=${page}`;
    expect([status, body]).toEqual([
      200,
      {
        data: [expect.objectContaining({ id: expect.any(String) })],
        links: { first: link(1), last: link(2), prev: null, next: link(2) },
        meta: { current_page: 1, from: 1, last_page: 2, path: at, per_page: 1, to: 1, total: 2 },
      },
    ]);
  });
});

test.each(OPERATIONS)('$method $path is 429 once the token has reached its limit', async ({ method, unknown }) => {
  const token = await createToken(api.db, api.teamId, { name: 'Slow', ability: 'write', rateLimit: 1 });
  expect((await api.rest('GET', '/tags', undefined, { token })).status).toBe(200);
  const { status, body, headers } = await api.rest(method, unknown, method === 'GET' ? undefined : {}, { token });
  expect([status, body]).toEqual([429, { message: 'Too many requests.', errors: {} }]);
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
  expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
});
