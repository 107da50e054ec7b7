import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const send = async (operations: number, accept: string) => {
  const { statusCode, headers, payload } = await api.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', accept },
    payload: JSON.stringify(Array.from({ length: operations }, () => ({ query: '{ team { id } }' }))),
  });
  return { status: statusCode, type: headers['content-type'], body: JSON.parse(payload) };
};

const REFUSAL = {
  errors: [
    {
      message: expect.stringMatching(/^Batching is not supported: send one operation per request/),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED', issues: [] },
    },
  ],
};

test('a batch is refused once for each of its operations, as clients read it', async () => {
  const old = await send(3, 'application/json');
  expect([old.status, old.body]).toEqual([200, [REFUSAL, REFUSAL, REFUSAL]]);
  const { status, type, body } = await send(2, 'application/graphql-response+json,application/json;q=0.9');
  expect([status, body]).toEqual([400, [REFUSAL, REFUSAL]]);
  expect(type).toBe('application/graphql-response+json; charset=utf-8');
});

test.each([0, 101, 100_000])('a batch of %i operations is refused once', async (operations) => {
  const { status, body } = await send(operations, 'application/json');
  expect([status, body]).toEqual([400, REFUSAL]);
});
