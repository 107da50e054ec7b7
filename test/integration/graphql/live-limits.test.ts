import type { Client } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { type Credentials, openSocket } from '../../support/api-interfaces.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { dialSocket, type LiveReader, openSse, readOver } from '../../support/live-readers.ts';
import { sameOrigin, signIn } from '../../support/members.ts';
import { until } from '../../support/until.ts';

const MOST = 3;
const MOST_OF_TEAM = 5;
const TAGS = 'subscription { objectChanged(kinds: [TAG]) { objectId } }';
const OF_TOKEN = `This token has ${MOST} live subscriptions, the maximum. Close some first.`;

let api: TestApp;
let address: string;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  api = await openTestApp({ maxSubscriptions: MOST, maxTeamSubscriptions: MOST_OF_TEAM });
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await until(async () => (await openStreams()) === 0);
});
afterAll(() => api.close());

const openStreams = async (): Promise<number> =>
  Number(/^tidings_live_streams (\d+)/m.exec((await api.app.inject('/metrics')).payload)?.[1]);

function socketOf(credentials: Credentials): Client {
  const client = openSocket(address, credentials);
  ends.push(() => client.dispose());
  return client;
}

/** Subscribes, and waits until the server has started or refused. */
async function follow(client: Client, query = TAGS): Promise<LiveReader> {
  const before = await openStreams();
  const reader = readOver(client, query);
  await until(async () => reader.isOver || (await openStreams()) > before);
  return reader;
}

async function followBySse(token: string, query = TAGS) {
  const before = await openStreams();
  const stream = await openSse(address, token, query);
  ends.push(stream.stop);
  await until(async () => stream.text.includes('data') || (await openStreams()) > before);
  return stream;
}

test('a token has a limit of live subscriptions over all its sockets and streams', async () => {
  const [first, second] = [socketOf(api.token), socketOf(api.token)];
  const open = [await follow(first), await follow(second)];
  await followBySse(api.token);
  const refused = await follow(second);
  expect([refused.codes, refused.refusal[0]?.message]).toEqual([['RATE_LIMITED'], OF_TOKEN]);
  const stream = await followBySse(api.token);
  expect(stream.text).toContain(OF_TOKEN);
  expect(stream.text).toContain('RATE_LIMITED');
  expect(refused.refusal[0]?.extensions).toMatchObject({ retryAfter: 10 });
  expect(open.map(({ isOver }) => isOver)).toEqual([false, false]);
  const queried = await first.iterate({ query: '{ tags { totalCount } }' }).next();
  expect(queried.value, 'queries go on').toEqual({ data: { tags: { totalCount: 0 } } });
});

test('a team has a limit over all its tokens, separate from other teams', async () => {
  const others = await Promise.all(
    ['a', 'b'].map((name) => createToken(api.db, api.teamId, { name, ability: 'read' })),
  );
  const [mine, theirs, third] = [api.token, ...others].map(socketOf) as [Client, Client, Client];
  for (let count = 0; count < MOST; count++) expect((await follow(mine)).isOver).toBe(false);
  for (let count = MOST; count < MOST_OF_TEAM; count++) expect((await follow(theirs)).isOver).toBe(false);
  const refused = await follow(third);
  expect(refused.refusal[0]?.message).toBe(
    `This team has ${MOST_OF_TEAM} live subscriptions, the maximum. Close some first.`,
  );
  const team = await openTeam(api);
  expect((await follow(socketOf(team.token))).isOver).toBe(false);
});

test('the browsers of a member share one limit', async () => {
  const team = await openTeam(api);
  const [one, two] = [await signIn(team, 'viewer', 'v@staff.test'), await signIn(team, 'viewer', 'v@staff.test')];
  const sockets = [one, two].map(({ cookie }) => socketOf({ headers: sameOrigin(cookie) })) as [Client, Client];
  for (let count = 0; count < MOST; count++) expect((await follow(sockets[0])).isOver).toBe(false);
  expect((await follow(sockets[1])).refusal[0]?.message).toMatch(/^You have 3 live subscriptions/);
});

/** How a subscription ends or fails to start. */
const ENDINGS: Record<string, (client: Client, token: string) => Promise<unknown>> = {
  'is completed': async (client) => (await follow(client)).stop(),
  'ends with its socket': async (_client, token) => {
    const other = openSocket(address, token);
    await follow(other);
    await other.dispose();
  },
  'ends with its stream': async (_client, token) => (await followBySse(token)).stop(),
  'does not begin': (client) => follow(client, 'subscription { importProgressed(id: "x") { id } }'),
  'is not valid': (client) => follow(client, 'subscription { importProgressed { id } }'),
  'ends by itself': (client) => follow(client, 'subscription { exportAuditLog(format: CSV) }'),
};

test.each(Object.entries(ENDINGS))('a subscription that %s no longer counts', async (_how, end) => {
  const team = await openTeam(api);
  const client = socketOf(team.token);
  for (let count = 0; count <= MOST_OF_TEAM; count++) {
    await end(client, team.token);
    await until(async () => (await openStreams()) === 0);
  }
  for (let count = 0; count < MOST; count++) expect((await follow(client)).isOver).toBe(false);
});

test('a token may have as many sockets as subscriptions; an extra socket is closed for now', async () => {
  const closed: number[] = [];
  const clients = Array.from({ length: MOST + 1 }, () => {
    const client = openSocket(address, api.token, { lazy: false, onNonLazyError: () => {} });
    client.on('closed', (event) => closed.push((event as { code: number }).code));
    ends.push(() => client.dispose());
    return client;
  });
  await until(() => closed.length > 0);
  expect(closed).toEqual([1013]);
  await clients[0]?.dispose();
  await clients[1]?.dispose();
  expect((await follow(socketOf(api.token))).isOver).toBe(false);
});

test('unidentified sockets share a limit per network', async () => {
  const sockets = Array.from({ length: 101 }, () => dialSocket(address));
  ends.push(() => sockets.forEach(({ socket }) => void socket.terminate()));
  const outcomes = await Promise.all(sockets.map(({ outcome }) => outcome()));
  expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(100);
  expect(outcomes.filter((outcome) => outcome === 503)).toHaveLength(1);
  for (const { socket } of sockets) socket.terminate();
  await until(async () => {
    const again = dialSocket(address);
    const outcome = await again.outcome();
    again.socket.terminate();
    return outcome === 'open';
  });
});

test('refusals are counted', async () => {
  const text = (await api.app.inject('/metrics')).payload;
  for (const limit of ['token', 'member', 'team', 'network'])
    expect(text).toMatch(new RegExp(`^tidings_live_streams_refused_total\\{limit="${limit}"\\} [1-9]`, 'm'));
});
