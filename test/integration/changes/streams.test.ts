import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startNotifications } from '../../../src/delivery/webhooks/start-notifications.ts';
import { createToken, revokeToken } from '../../../src/domain/platform/tokens.ts';
import { viewsOf } from '../../../src/rest/open-view.ts';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { changesAfter } from '../../support/changes.ts';
import { type EventStream, openEventStream, untilEvents } from '../../support/event-stream.ts';
import { readOver } from '../../support/live-readers.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let address: string;
let worker: ReturnType<typeof startNotifications>;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20 });
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  worker = startNotifications({ ...api.installation, open: viewsOf(api.installation) });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await worker.stop();
  await api.close();
});

const seen = (name: string) => api.rest('POST', '/events', { email: 'ada@people.test', name });
const begin = async (): Promise<string> => (await api.rest('GET', '/changes')).body.meta.cursor;

async function open(
  query: string,
  given: { token?: string; lastEventId?: string; at?: string } = {},
): Promise<EventStream> {
  const { token = api.readToken, at = address } = given;
  const stream = await openEventStream(`${at}/v1/changes${query}`, { token, lastEventId: given.lastEventId });
  ends.push(stream.close);
  return stream;
}

const CHANGES = `subscription ($after: String, $kinds: [ChangeKind!]) {
  changes(after: $after, kinds: $kinds) { type: name timestamp sequence cursor data }
}`;

/** The subscription over server-sent events. */
async function subscribe(variables: object) {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what came
  const stream = await follow<any>(`${address}/graphql`, api.readToken, CHANGES, variables as never);
  ends.push(stream.stop);
  return stream;
}

test('pages, event streams and subscriptions give the same changes with the same cursors', async () => {
  const after = await begin();
  await seen('before');
  const [events, followed] = [await open(`?after=${after}`), await subscribe({ after })];
  await seen('meanwhile');
  await untilEvents(events, 2);
  await until(() => followed.seen.length === 2);
  const { data, meta } = await changesAfter(api, after);
  expect(data.map((change) => change.data.event.name)).toEqual(['before', 'meanwhile']);
  expect(events.events.map((event) => event.data)).toEqual(data);
  expect(followed.seen.map(({ cursor: _, ...change }) => change)).toEqual(data);
  expect(followed.seen.map(({ cursor }) => cursor)).toEqual(events.events.map(({ id }) => id));
  expect(meta.cursor).toBe(events.events[1]!.id);
});

test('a client that reconnects continues after its last event, whatever its address says', async () => {
  const after = await begin();
  const first = await open(`?after=${after}`);
  await seen('a');
  const { id } = (await untilEvents(first, 1))[0]!;
  first.close();
  await seen('b');
  await seen('c');
  const second = await open(`?after=${after}`, { lastEventId: id });
  const names = (await untilEvents(second, 2)).map(({ data }) => data.data.event.name);
  expect(names).toEqual(['b', 'c']);
});

test('without a cursor, a stream begins now', async () => {
  await begin();
  await seen('earlier');
  await until(async () => (await changesAfter(api, 'oldest')).data.at(-1)?.data.event.name === 'earlier');
  const [events, followed] = [await open(''), await subscribe({})];
  await seen('later');
  await untilEvents(events, 1);
  await until(() => followed.seen.length > 0);
  expect(events.events.map(({ data }) => data.data.event.name)).toEqual(['later']);
  expect(followed.seen.map(({ data }) => data.event.name)).toEqual(['later']);
});

test('a stream has only the kinds asked for', async () => {
  const after = await begin();
  const events = await open(`?after=${after}&kinds=suppression.created`);
  await seen('unwanted');
  await api.rest('POST', '/suppressions', { email: 'no@people.test' });
  await untilEvents(events, 1);
  expect(events.events.map(({ data }) => data.type)).toEqual(['suppression.created']);
});

test('a stream of another process continues where one of a stopped process was cut off', async () => {
  const other = await openSecondProcess(api);
  const at = await other.app.listen({ port: 0, host: '127.0.0.1' });
  const events = await open('', { at });
  await seen('a');
  const { id } = (await untilEvents(events, 1))[0]!;
  await other.close();
  await until(() => events.ended());
  expect(events.events.map(({ event }) => event)).toEqual([undefined]); // cut off, without an end
  await seen('b');
  const next = await open('', { lastEventId: id });
  expect((await untilEvents(next, 1))[0]!.data.data.event.name).toBe('b');
});

test('a revoked token ends its streams with UNAUTHENTICATED', async () => {
  const token = await createToken(api.db, api.teamId, { name: 'Short', ability: 'read' });
  const after = await begin();
  const events = await open(`?after=${after}`, { token });
  const followed = await follow(`${address}/graphql`, token, CHANGES, { after });
  const socket = openSocket(address, token);
  ends.push(followed.stop, () => socket.dispose());
  const reader = readOver(socket, { query: CHANGES, variables: { after } });
  await seen('a');
  await untilEvents(events, 1);
  await until(() => followed.seen.length === 1 && reader.results.length === 1);
  await revokeToken(api.db, token);
  await until(() => events.ended() && followed.errors.length > 0 && reader.isOver);
  expect(events.events.at(-1)).toMatchObject({ event: 'end', data: { code: 'UNAUTHENTICATED' } });
  expect(followed.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect(reader.codes).toEqual(['UNAUTHENTICATED']);
  expect((await open('', { token })).status).toBe(401);
});

test.each([
  [
    'a number that was not given out',
    '999999',
    422,
    'BAD_USER_INPUT',
    /^The after field must be a cursor from an earlier/,
  ],
  [
    'a text',
    'yesterday',
    422,
    'BAD_USER_INPUT',
    /^The after field must be a cursor from an earlier response, or "oldest"/,
  ],
])('no form accepts %s as a cursor', async (_, after, status, code, message) => {
  await begin();
  const page = await api.rest('GET', `/changes?after=${after}`);
  expect([page.status, page.body.message]).toEqual([status, expect.stringMatching(message)]);
  expect((await open(`?after=${after}`)).status).toBe(status);
  const errors = [{ message: expect.stringMatching(message), extensions: { code } }];
  const { body } = await api.graphql('query ($after: String) { changes(after: $after) { cursor } }', { after });
  expect(body.errors).toMatchObject(errors);
  const followed = await subscribe({ after });
  await until(() => followed.errors.length > 0);
  expect(followed.errors).toMatchObject(errors);
});

test('a stream counts among the subscriptions of its token', async () => {
  const limited = await openTestApp({ maxSubscriptions: 1 });
  ends.push(() => limited.close());
  const at = await limited.app.listen({ port: 0, host: '127.0.0.1' });
  const first = await open('', { at, token: limited.token });
  expect(first.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const second = await open('', { at, token: limited.token });
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10']);
});
