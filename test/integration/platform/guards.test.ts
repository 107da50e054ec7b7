import { getIntrospectionQuery } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { BOMBS, LARGE_PAGE } from '../../support/bombs.ts';
import { callRaw } from '../../support/second-process.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test.each(Object.entries(BOMBS))('both transports refuse %s', async (_name, { query, variables }) => {
  for (const extra of [{}, { extensions: {} }]) {
    const { text } = await callRaw(api.app, api.token, 'POST', '/graphql', { query, variables, ...extra });
    const { data, errors } = JSON.parse(text);
    expect(data ?? null).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  }
});

test('a refused mutation has no effect', async () => {
  const { query, variables } = BOMBS['a long list in many mutations']!;
  await api.graphql(query, variables);
  expect(await statement(api.databaseUrl, 'select count(*)::int as count from events')).toEqual([{ count: 0 }]);
});

test('each operation of a batch is refused', async () => {
  const batch = Array.from({ length: 50 }, () => ({ query: '{ lists { totalCount } }' }));
  const { status, text } = await callRaw(api.app, api.token, 'POST', '/graphql', batch);
  expect(status).toBe(200);
  const codes = JSON.parse(text).map(
    ({ data, errors }: { data?: unknown; errors: { extensions: { code: string } }[] }) => [
      data,
      errors[0]!.extensions.code,
    ],
  );
  expect(codes).toEqual(batch.map(() => [undefined, 'GRAPHQL_VALIDATION_FAILED']));
});

test('an expensive operation over WebSocket is refused, and the socket stays open', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  let closed = false;
  const client = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${api.token}` },
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => {},
    on: { closed: () => (closed = true) },
  });
  const ask = (payload: { query: string; variables?: Record<string, unknown> | undefined }) =>
    client.iterate(payload).next();
  for (const { query, variables } of Object.values(BOMBS)) {
    if (query.length > 900_000) continue;
    const answer = await ask({ query, variables }).catch((errors) => ({
      value: { errors },
    }));
    expect((answer.value as { errors: { extensions: object }[] }).errors[0]?.extensions).toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  }
  expect((await ask({ query: '{ lists { totalCount } }' })).value).toEqual({ data: { lists: { totalCount: 0 } } });
  expect(closed).toBe(false);
  await client.dispose();
});

test("GraphiQL's introspection query passes", async () => {
  const options = {
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  };
  const { body } = await api.graphql(getIntrospectionQuery(options));
  expect(body.errors).toBeUndefined();
  expect(body.data.__schema.types.length).toBeGreaterThan(20);
});

test('a page of a hundred lists with a hundred subscribers each passes', async () => {
  const { body } = await api.graphql(LARGE_PAGE);
  expect(body).toEqual({ data: { lists: { nodes: [] } } });
});
