import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

const PROXY = '203.0.113.10';
const LIMIT = 5;

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ rateLimitPerMinute: LIMIT, trustedProxies: [PROXY, '10.0.0.0/8', '2001:db8:1::/48'] });
});
afterAll(() => api.close());

/** Statuses of calls without a token that come from these addresses, in turn, for one caller or several. */
async function ask(remoteAddress: string, callers: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const caller of callers) {
    const headers = { 'x-forwarded-for': caller };
    const payload = { query: '{ __typename }' };
    const answer = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload, remoteAddress });
    statuses.push(answer.statusCode);
  }
  return statuses;
}

const many = (caller: (call: number) => string) => Array.from({ length: LIMIT + 1 }, (_, call) => caller(call));
const ALL_TAKEN = Array.from({ length: LIMIT + 1 }, () => 200);
const LAST_REFUSED = [...ALL_TAKEN.slice(1), 429];

describe('callers without a token are distinguished', () => {
  test.each([PROXY, '10.20.30.40', '2001:db8:1:2::3', `::ffff:${PROXY}`])(
    'behind the trusted proxy %s',
    async (proxy) => {
      expect(
        await ask(
          proxy,
          many((call) => `198.51.100.${call + 1}`),
        ),
      ).toEqual(ALL_TAKEN);
    },
  );

  test('behind two trusted proxies', async () => {
    expect(
      await ask(
        PROXY,
        many((call) => `192.0.2.${call}, 10.1.1.1`),
      ),
    ).toEqual(ALL_TAKEN);
  });

  test('but a caller who forges the header behind the proxy counts as one', async () => {
    expect(
      await ask(
        PROXY,
        many((call) => `192.0.2.${100 + call}, 198.51.100.77`),
      ),
    ).toEqual(LAST_REFUSED);
  });

  test('and the header of an untrusted proxy is ignored', async () => {
    expect(
      await ask(
        '203.0.113.11',
        many((call) => `192.0.2.${200 + call}`),
      ),
    ).toEqual(LAST_REFUSED);
  });
});

test.each([
  [PROXY, 'https://mail.shop.example/v1/lists?page=1'],
  ['203.0.113.11', 'http://inside.example/v1/lists?page=1'],
])('links in answers begin with the called address, from %s if it is trusted', async (caller, first) => {
  const headers = {
    host: 'inside.example',
    authorization: `Bearer ${api.token}`,
    'x-forwarded-for': '198.51.100.200',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'mail.shop.example',
  };
  const answer = await api.app.inject({ url: '/v1/lists', headers, remoteAddress: caller });
  expect(answer.json().links.first).toBe(first);
});
