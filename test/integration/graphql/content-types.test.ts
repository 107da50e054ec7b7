import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const QUERY = '{ lists { totalCount } }';
const fault = (message: string) => ({
  errors: [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', issues: [] } }],
});
const post = (headers: object, payload: string) =>
  api.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    payload,
  });

test.each([
  ['application/x-www-form-urlencoded', `query=${encodeURIComponent(QUERY)}`],
  ['text/plain', JSON.stringify({ query: QUERY })],
  ['text/plain;charset=UTF-8', QUERY],
  ['application/xml', '<query/>'],
  ['', JSON.stringify({ query: QUERY })],
])('cross-site and unknown content types are refused: %s', async (type, payload) => {
  const answer = await post({ 'content-type': type }, payload);
  expect([answer.statusCode, answer.json()]).toEqual([415, fault('The Content-Type must be application/json.')]);
});

test('a form with files is told where files go', async () => {
  const form = `--b\r\nContent-Disposition: form-data; name="query"\r\n\r\n${QUERY}\r\n--b--\r\n`;
  const answer = await post({ 'content-type': 'multipart/form-data; boundary=b' }, form);
  const message =
    'The Content-Type must be application/json. Send files to POST /v1/media and POST /v1/lists/{list_id}/imports.';
  expect([answer.statusCode, answer.json()]).toEqual([415, fault(message)]);
});

test('a body of plain GraphQL is answered', async () => {
  const answer = await post({ 'content-type': 'application/graphql' }, QUERY);
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: { lists: { totalCount: 0 } } }]);
});

test.each(['text/plain', 'image/png', 'application/xml'])(
  'a client that only accepts %s gets the list of supported types',
  async (accept) => {
    const answer = await post({ 'content-type': 'application/json', accept }, JSON.stringify({ query: QUERY }));
    const message = 'The Accept header must allow application/json or application/graphql-response+json.';
    expect([answer.statusCode, answer.json()]).toEqual([406, fault(message)]);
  },
);

test.each(['application/json', 'application/graphql-response+json'])(
  'a subscription by a client that accepts %s is told how to subscribe',
  async (accept) => {
    const query = 'subscription { campaignChanged { id } }';
    const answer = await post({ 'content-type': 'application/json', accept }, JSON.stringify({ query }));
    const message =
      'A subscription is a stream: send Accept: text/event-stream, or open a WebSocket with the protocol graphql-transport-ws at this address.';
    expect([answer.statusCode, answer.json()]).toEqual([406, fault(message)]);
  },
);

const MODERN = 'application/graphql-response+json';
test.each([
  ['an unknown token', 401, { authorization: 'Bearer nobody' }, JSON.stringify({ query: QUERY })],
  ['a body that is no JSON', 400, {}, '{"query":'],
])('a client that accepts GraphQL responses reads the refusal of %s as one', async (_, status, headers, payload) => {
  const answerTo = (accept: string) => post({ 'content-type': 'application/json', accept, ...headers }, payload);
  for (const [accept, type] of [
    [`${MODERN}, application/json;q=0.9`, MODERN],
    ['application/json', 'application/json'],
  ] as const) {
    const answer = await answerTo(accept);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, `${type}; charset=utf-8`]);
    expect(answer.json().errors[0].extensions.code).toMatch(/^(UNAUTHENTICATED|GRAPHQL_VALIDATION_FAILED)$/);
  }
});
