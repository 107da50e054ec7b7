import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

const CHANGES = 'subscription ($after: String) { changes(after: $after) { cursor } }';

let api: TestApp;
let address: string;
let narrow: string;
let oldCursor: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  narrow = await createToken(api.db, api.teamId, { name: 'Mails', ability: 'write', scopes: ['mails:send'] });
  oldCursor = (await api.rest('GET', '/changes')).body.meta.cursor;
  await clockOf(api).set(new Date(Date.now() + 8 * 86_400_000));
});
afterAll(() => api.close());

interface Request {
  query: string;
  variables?: Record<string, unknown>;
}

type Errors = readonly { extensions?: { code?: unknown } }[];

/** The operation that each client sends, the token, and the code of the refusal. */
const REFUSED: Record<string, () => { request: Request; token: string; code: string }> = {
  'does not parse': () => ({
    request: { query: 'subscription {' },
    token: api.token,
    code: 'GRAPHQL_VALIDATION_FAILED',
  }),
  'names an unknown field': () => ({
    request: { query: 'subscription { nothing }' },
    token: api.token,
    code: 'GRAPHQL_VALIDATION_FAILED',
  }),
  'costs too much': () => ({
    request: {
      query:
        'subscription { campaignChanged { list { subscribers(first: 100) { nodes { id email status tags } } a: subscribers(first: 100) { nodes { id email status tags } } b: subscribers(first: 100) { nodes { id email status tags } } } } }',
    },
    token: api.token,
    code: 'GRAPHQL_VALIDATION_FAILED',
  }),
  'has a variable of another type': () => ({
    request: { query: CHANGES, variables: { after: { no: 'text' } } },
    token: api.token,
    code: 'BAD_USER_INPUT',
  }),
  'has an invalid argument': () => ({
    request: { query: CHANGES, variables: { after: 'yesterday' } },
    token: api.token,
    code: 'BAD_USER_INPUT',
  }),
  'has a cursor that is too old': () => ({
    request: { query: CHANGES, variables: { after: oldCursor } },
    token: api.token,
    code: 'CURSOR_EXPIRED',
  }),
  'is not permitted': () => ({ request: { query: CHANGES }, token: narrow, code: 'FORBIDDEN' }),
};

/** The messages of a WebSocket in answer to an operation, to its last. */
async function socketMessages({ request, token }: { request: object; token: string }) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const messages: { type: string; id?: string; payload?: Errors }[] = [];
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  socket.on('message', (text) => {
    const message = JSON.parse(String(text));
    if (message.type === 'connection_ack') send({ type: 'subscribe', id: 'a', payload: request });
    else messages.push(message);
  });
  await until(() => messages.length > 0);
  send({ type: 'ping' }); // its answer follows all that belongs to the operation
  await until(() => messages.at(-1)?.type === 'pong');
  socket.terminate();
  return messages;
}

test.each(Object.entries(REFUSED))(
  'a WebSocket answers a subscription that %s with one error message',
  async (_, given) => {
    const { code, ...operation } = given();
    const payload = [
      expect.objectContaining({ message: expect.any(String), extensions: expect.objectContaining({ code }) }),
    ];
    expect(await socketMessages(operation)).toEqual([{ id: 'a', type: 'error', payload }, { type: 'pong' }]);
  },
);

test.each(Object.entries(REFUSED))('graphql-ws tells of a subscription that %s by error', async (_, given) => {
  const { request, token, code } = given();
  const client = openSocket(address, token);
  const told: unknown[] = [];
  client.subscribe(request, {
    next: () => told.push('next'),
    error: (errors) => told.push(...(errors as Errors).map(({ extensions }) => extensions?.code)),
    complete: () => told.push('complete'),
  });
  await until(() => told.length > 0);
  expect(told).toEqual([code]);
  await client.dispose();
});

test.each(
  [false, true].flatMap((isSingle) => Object.entries(REFUSED).map(([what, given]) => ({ isSingle, what, given }))),
)(
  'graphql-sse tells of a subscription that $what by errors without data, then its end (one connection: $isSingle)',
  async ({ isSingle, given }) => {
    const { request, token, code } = given();
    const client = createClient({
      url: `${address}/graphql`,
      ...((isSingle ? { singleConnection: true } : {}) as { singleConnection?: false }),
      headers: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
    });
    const told: unknown[] = [];
    client.subscribe(request, {
      next: ({ data, errors }) => told.push([data, errors?.map(({ extensions }) => extensions?.code)]),
      error: (error) => told.push(String(error)),
      complete: () => told.push('complete'),
    });
    await until(() => told.length > 1 || typeof told[0] === 'string');
    expect(told).toEqual([[undefined, [code]], 'complete']);
    client.dispose();
  },
);

test('a query that is not executed is refused by an error message too, and one that fails has a result', async () => {
  const query = 'query ($first: Int) { tags(first: $first) { totalCount } viewer { team { id } } }';
  const [refused] = await socketMessages({ request: { query, variables: { first: 'x' } }, token: api.token });
  expect([refused!.type, refused!.payload![0]!.extensions!.code]).toEqual(['error', 'BAD_USER_INPUT']);
  const [failed, end] = await socketMessages({ request: { query }, token: api.token });
  expect([failed!.type, failed!.payload]).toMatchObject(['next', { data: { tags: { totalCount: 0 }, viewer: null } }]);
  expect(end!.type).toBe('complete');
});
