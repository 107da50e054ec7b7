import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logTo } from '../../src/log.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { sameOrigin, signIn } from '../support/members.ts';

const lines: string[] = [];
let api: TestApp;
let callers: Record<string, string>[];
let operations: [method: string, path: string][];
beforeAll(async () => {
  api = await openTestApp({}, { log: logTo('trace', { write: (line) => void lines.push(line) }) });
  const { paths } = (await api.app.inject('/openapi.json')).json() as { paths: Record<string, object> };
  const rest = Object.entries(paths).flatMap(([path, of]) =>
    Object.keys(of).map((method) => [method.toUpperCase(), `/v1${path.replace(/^\/v1/, '')}`] as [string, string]),
  );
  operations = [
    ...rest.filter(([method]) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(method)),
    ...PAGES.flatMap((path) =>
      ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS'].map((method) => [method, path] as [string, string]),
    ),
  ];
});
afterAll(() => api.close());
beforeEach(async () => {
  const { cookie } = await signIn(api, 'owner'); // one of the pages signs out
  callers = [{}, { authorization: `Bearer ${api.token}` }, sameOrigin(cookie)];
  lines.length = 0;
});

test('the lists of operations are not empty, and each operation answers', async () => {
  expect(operations.length).toBeGreaterThan(300);
  const statuses = new Set<number>();
  const plain = operations.filter(
    ([method, path]) => method === 'GET' && path.startsWith('/v1/') && !path.includes('{'),
  );
  for (const [, url] of plain) statuses.add((await api.app.inject({ url, headers: callers[1]! })).statusCode);
  expect(plain.length).toBeGreaterThan(20);
  expect([...statuses]).not.toContain(404);
  expect([...statuses]).toContain(200);
});

/** Pages for anonymous callers, some with a parameter. */
const PAGES = [
  ...[
    '/',
    '/account',
    '/graphql',
    '/playground',
    '/metrics',
    '/health/ready',
    '/openapi.json',
    '/reference',
    '/reference/rest/{x}',
    '/reference/graphql/{x}',
    '/assets/{x}',
    '/mail-frame',
  ],
  ...[
    '/sign-in',
    '/sign-in/link/{x}',
    '/sign-in/oidc',
    '/sign-in/oidc/callback',
    '/sign-in/passkey',
    '/sign-out',
    '/join/{x}',
  ],
  ...['/account/team', '/account/passkeys', '/account/passkeys/remove', '/account/sessions/end', '/feedback/ses/{x}'],
  ...[
    '/f/{x}',
    '/f/{x}/pass',
    '/f/{x}/overlay',
    '/f/form.js',
    '/archive/{x}',
    '/archive/{x}/feed',
    '/archive/{x}/{x}',
    '/view/{x}',
  ],
  ...['/unsubscribe/{x}', '/preferences/{x}', '/confirm/{x}', '/click/{x}', '/open/{x}', '/data/{x}', '/media/{x}/{x}'],
];

const NAMES = [
  '%00',
  '..%2f..%2fetc',
  '__proto__',
  '%E2%80%AE',
  "'%22--",
  'x'.repeat(500),
  '%F0%9F%92%A9',
  '-1',
  'null',
];
const QUERIES = [
  '?a[]=1&a[b]=2&__proto__[x]=1&constructor=1',
  '?email=%00&search=%00&page=%00&cursor=%00&from=%00&status=%00&state=%00&code=%00',
  '?email[]=a@b.test&page=1e309&per_page=-1&limit=0x10&cursor=W10&from=275761-01-01&to=-000001-01-01',
  '?page=%ff&cursor=%ff&search=%ED%A0%80&to=//evil.example&member=%00',
  `?${'a&'.repeat(300)}`,
];
const HEADERS: Record<string, string>[] = [
  { cookie: 'tidings_session=%ff; ;=;a; tidings_known=%00; tidings_browser=__proto__' },
  { 'accept-language': `*;q=NaN,${'a-'.repeat(300)},,;q=` },
  { 'idempotency-key': '\u00ff'.repeat(200), 'if-none-match': 'W/"', range: 'bytes=-1', origin: 'null', referer: '%' },
  {
    'x-forwarded-for': ',,::1%eth0',
    forwarded: 'for="_x"',
    'x-forwarded-host': 'a b',
    accept: '*/*;q=x, text/event-stream',
  },
];
const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const BODIES: [type: string, body: string | Buffer][] = [
  ...[
    '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
    '[]',
    '"\\u0000"',
    'null',
    '{"a":1e400}',
    DEEP,
    '{',
    '',
  ].map((body) => ['application/json', body] as [string, string]),
  ['application/json', '{"email":{"toString":1},"name":["x"],"id":{},"query":7,"variables":"x","list":{"then":1}}'],
  ['application/json', '{"email":"a@b.test\\u0000","name":"\\ud800","query":"{\\u0000}","content":"\\u0000"}'],
  ['application/json; charset=utf-7', '{}'],
  ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['application/x-www-form-urlencoded', 'email=%ff&email=x&a[]=1&__proto__=1&email[x]=1&id=%00&member=%00&name=%00'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
  ['text/csv', 'email\n"\0'],
  ['image/png', '\0\0'],
  ['', 'x'],
];

const send = async (method: string, url: string, headers: Record<string, string>, payload?: string | Buffer) => {
  const { statusCode } = await api.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  return statusCode >= 500 ? [`${statusCode} ${method} ${url.slice(0, 80)} ${String(payload).slice(0, 80)}`] : [];
};
const faults = () => lines.filter((line) => JSON.parse(line).level >= 50).map((line) => line.slice(0, 400));
const filled = (path: string, name: string) => path.replace(/\{[^}]+\}/g, name);

test.each(NAMES)('hostile path parameter %# causes no server error', async (name) => {
  const wrong: string[] = [];
  for (const [method, path] of operations.filter(([, path]) => path.includes('{'))) {
    for (const headers of callers) wrong.push(...(await send(method, filled(path, name), headers)));
  }
  expect([wrong, faults()]).toEqual([[], []]);
});

test.each(QUERIES)('hostile query %# causes no server error', async (query) => {
  const wrong: string[] = [];
  for (const [method, path] of operations) {
    for (const headers of callers) wrong.push(...(await send(method, filled(path, 'x') + query, headers)));
  }
  expect([wrong, faults()]).toEqual([[], []]);
});

test.each(HEADERS)('hostile headers %# cause no server error', async (headers) => {
  const wrong: string[] = [];
  for (const [method, path] of operations) {
    for (const caller of callers) wrong.push(...(await send(method, filled(path, 'x'), { ...caller, ...headers })));
  }
  expect([wrong, faults()]).toEqual([[], []]);
});

test.each(BODIES)('a hostile body causes no server error: %s, number %#', async (type, body) => {
  const wrong: string[] = [];
  const id = '00000000-0000-7000-8000-000000000000';
  for (const [method, path] of operations.filter(([method]) => /^P/.test(method))) {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    for (const caller of callers) {
      for (const name of path.includes('{') ? ['x', id] : ['x']) {
        wrong.push(...(await send(method, filled(path, name), { ...caller, ...headers }, body)));
      }
    }
  }
  expect([wrong, faults()]).toEqual([[], []]);
});
