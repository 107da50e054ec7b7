import { readdirSync, readFileSync } from 'node:fs';
import { Kind, parse, print, visit } from 'graphql';
import type { Client } from 'graphql-ws';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { type LiveReader, openSse, readOver } from '../../support/live-readers.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { until } from '../../support/until.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const socketOf = (address: string, token: string): Client => {
  const client = openSocket(address, token);
  ends.push(() => client.dispose());
  return client;
};

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

describe('an event of a subscription', () => {
  let api: TestApp;
  let address: string;
  beforeAll(async () => {
    api = await openTestApp();
    address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => api.close());

  /** Each is allowed as a query. */
  const HEAVY: Record<string, string> = {
    'large pages':
      'campaignChanged { list { a: subscribers(first: 100) { nodes { id email } } b: subscribers(first: 100) { nodes { id email status tags } } c: subscribers(first: 100) { nodes { id email status tags } } } }',
    'pages below pages':
      'campaignChanged { list { subscribers(first: 30) { nodes { id activity(first: 20) { nodes { __typename } } } } } }',
    'many searches of one row each': `campaignChanged { list { ${times(40, (n) => `a${n}: subscribers(first: 1, search: "x${n}") { totalCount }`)} } }`,
    'many reports over everybody': `campaignChanged { list { ${times(40, (n) => `a${n}: growth(since: "2026-01-0${1 + (n % 9)}") { date }`)} } }`,
    'pages in fragments': `campaignChanged { list { ...L } } }
      fragment L on List { ${times(40, (n) => `a${n}: subscribers(first: 2) { ...S }`)} }
      fragment S on SubscriberConnection { nodes { id email }`,
  };

  test.each(Object.entries(HEAVY))('must not contain %s, over WebSocket and SSE', async (_what, selection) => {
    const query = `subscription { ${selection} }`;
    const reader = readOver(socketOf(address, api.token), query);
    await until(() => reader.isOver);
    expect([reader.codes, reader.refusal[0]?.message]).toEqual([
      ['GRAPHQL_VALIDATION_FAILED'],
      expect.stringMatching(
        /^The subscription requests too much data: each event would contain \d{4,} values, and at most 1000 are possible\. Request ids/,
      ),
    ]);
    const stream = await openSse(address, api.token, query);
    await until(() => stream.text.includes('The subscription requests too much data'));
    await until(() => stream.text.includes('"maximumCost":1000'));
    stream.stop();
    const asQuery = await api.graphql(`{ ${selection.replace('campaignChanged', 'campaign(id: "x")')} }`);
    expect(asQuery.body).toEqual({ data: { campaign: null } });
  });

  test('only the newest state of a row reaches a slow reader', async () => {
    const list = await makeList(api);
    const locker = new pg.Client({ connectionString: api.databaseUrl });
    await locker.connect();
    ends.push(() => locker.end());
    const client = socketOf(address, api.token);
    const behind = readOver(
      client,
      'subscription { objectChanged(kinds: [LIST]) { node { ... on List { name statusCounts { total } } } } }',
    );
    const quick = readOver(client, 'subscription { objectChanged(kinds: [LIST]) { objectId } }');
    await until(async () => /^tidings_live_streams 2/m.test((await api.app.inject('/metrics')).payload));
    await locker.query('begin; lock table subscribers in access exclusive mode');
    const rename = (name: string) =>
      ask(api, `mutation { updateList(input: { id: "${list}", name: "${name}" }) { list { id } } }`);
    for (const [index, name] of ['first', 'second', 'third', 'fourth'].entries()) {
      await rename(name);
      await until(() => quick.results.length === index + 1);
      // The first is already executing, so a newer state cannot replace it.
      if (index === 0) await until(async () => (await lockWaits(locker)) > 0);
    }
    await locker.query('rollback');
    await until(() => behind.results.length === 2);
    expect(JSON.stringify(behind.results[1])).toContain('fourth');
    await rename('fifth');
    await until(() => JSON.stringify(behind.results).includes('fifth'));
    expect(behind.results).toHaveLength(3);
  });

  test('may contain all data that the dashboard subscribes to', async () => {
    const files = readdirSync('src/dashboard', { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.graphql'));
    const all = parse(files.map((name) => readFileSync(`src/dashboard/${name}`, 'utf8')).join('\n'));
    const fragments = all.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    const ofFragment = new Map(fragments.map((one) => [(one as { name: { value: string } }).name.value, one]));
    const client = socketOf(address, api.token);
    let seen = 0;
    for (const operation of all.definitions) {
      if (operation.kind !== Kind.OPERATION_DEFINITION || operation.operation !== 'subscription') continue;
      const used = new Set<string>();
      const look = (node: object) =>
        void visit(node as never, {
          FragmentSpread: ({ name: { value } }) => {
            if (used.has(value)) return;
            used.add(value);
            look(ofFragment.get(value)!);
          },
        });
      look(operation);
      const query = [operation, ...[...used].map((name) => ofFragment.get(name)!)]
        .map((node) => print(node))
        .join('\n');
      const variables = { id: 'x', list: 'x', listId: 'x', webhookId: 'x', key: 'x' };
      const stream = client.iterate({ query, variables });
      const first = await Promise.race([stream.next(), untilOpen()]);
      expect(JSON.stringify(first ?? '')).not.toContain('requests too much');
      await stream.return?.();
      seen++;
    }
    expect(seen).toBeGreaterThan(15);

    /** A stream without events yet. */
    async function untilOpen(): Promise<undefined> {
      await until(async () => !/^tidings_live_streams 0/m.test((await api.app.inject('/metrics')).payload));
    }
  });
});

describe('with many simultaneous events', () => {
  let api: TestApp;
  let other: TestApp;
  let address: string;
  let locker: pg.Client;
  beforeAll(async () => {
    // A fifth of the connections: one event at a time.
    api = await openTestApp({ databasePool: 5 });
    other = await openTeam(api);
    address = await api.app.listen({ port: 0, host: '127.0.0.1' });
    locker = new pg.Client({ connectionString: api.databaseUrl });
    await locker.connect();
  });
  afterAll(async () => {
    await locker.end();
    await api.close();
  });

  /** Reads subscribers, which blocks while the table is locked. */
  const SEARCHES = times(20, (n) => `a${n}: subscribers(first: 1, search: "x${n}") { totalCount }`);
  const FOLLOWED = `subscription { objectChanged(kinds: [LIST]) { node { ... on List { name ${SEARCHES} } } } }`;
  const addList = (team: TestApp) =>
    ask(team, 'mutation { createList(input: { name: "A", fromEmail: "a@x.test" }) { list { id } } }');
  const lock = () => locker.query('begin; lock table subscribers in access exclusive mode');

  const openStreams = async () =>
    Number(/^tidings_live_streams (\d+)/m.exec((await api.app.inject('/metrics')).payload)?.[1]);
  const waitingEvents = async () =>
    Number(/^tidings_live_events_waiting (\d+)/m.exec((await api.app.inject('/metrics')).payload)?.[1]);

  test('with one connection they run one at a time, callers take turns, and other calls continue', async () => {
    const sameTeam = await createToken(api.db, api.teamId, { name: 'Calm', ability: 'read' });
    const order: string[] = [];
    const sockets = [socketOf(address, api.token), socketOf(address, api.token)];
    for (let count = 0; count < 12; count++) readOver(sockets[count % 2]!, FOLLOWED, () => order.push('busy'));
    readOver(socketOf(address, sameTeam), FOLLOWED, () => order.push('calm'));
    readOver(socketOf(address, other.token), FOLLOWED, () => order.push('other'));
    await until(async () => (await openStreams()) === 14);

    await lock();
    await addList(api);
    await until(async () => (await waitingEvents()) === 12);
    await addList(other);
    await until(async () => (await waitingEvents()) === 13);
    expect([api.installation.eventTurns.running, await lockWaits(locker)]).toEqual([1, 1]);
    expect((await api.rest('GET', '/tags')).status, 'three connections are free').toBe(200);
    await locker.query('rollback');

    await until(() => order.length === 14);
    expect(order.slice(0, 4).sort(), 'each is notified before one is notified three times').toEqual([
      'busy',
      'busy',
      'calm',
      'other',
    ]);
    expect([api.installation.eventTurns.running, await waitingEvents()]).toEqual([0, 0]);
  });

  test('a caller that leaves the queue does not delay others', async () => {
    const readers: LiveReader[] = [];
    const client = socketOf(address, api.token);
    for (let count = 0; count < 5; count++) readers.push(readOver(client, FOLLOWED));
    await until(async () => (await openStreams()) === 5);
    await lock();
    await addList(api);
    await until(async () => (await waitingEvents()) === 4);
    for (const reader of readers) reader.stop();
    await until(async () => (await waitingEvents()) === 0);
    await locker.query('rollback');
    await until(() => api.installation.eventTurns.running === 0);
  });
});

describe("when a caller's events exceed its budget", () => {
  let api: TestApp;
  let address: string;
  beforeAll(async () => {
    // Ten of these events at once, then one a second.
    api = await openTestApp({ liveValuesPerMinute: 6_000 });
    address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => api.close());

  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec((await api.app.inject('/metrics')).payload)?.[1]);

  const aReader = async (query: string, token?: string): Promise<LiveReader> => {
    const before = await metric('tidings_live_streams');
    const own = token ?? (await createToken(api.db, api.teamId, { name: 'Reader', ability: 'read' }));
    const reader = readOver(socketOf(address, own), query);
    await until(async () => (await metric('tidings_live_streams')) > before);
    return reader;
  };

  const EVENTS = `subscription { eventRecorded { name ${times(95, (n) => `a${n}: name`)} } }`;
  const namesOf = ({ results }: LiveReader) =>
    results.map(({ data }) => (data!.eventRecorded as { name: string }).name);

  /** All at once: while one after the other is recorded, the budget grows. */
  const record = (names: readonly string[]) =>
    api.rest('POST', '/events', { events: names.map((name) => ({ email: 'ann@x.test', name })) });

  test('they wait and all arrive in order, while other callers are not delayed', async () => {
    const busy = await aReader(EVENTS);
    const calm = await aReader('subscription { eventRecorded { name } }');
    const names = Array.from({ length: 14 }, (_, n) => `event ${n}`);
    await record(names);
    await until(async () => (await metric('tidings_live_events_waiting')) === 1);
    await until(() => calm.results.length === names.length);
    await until(() => busy.results.length === names.length);
    expect([namesOf(busy), namesOf(calm)]).toEqual([names, names]);
  });

  test('a waiting stream ends immediately with its access', async () => {
    const { id, token } = (await api.rest('POST', '/tokens', { name: 'Short', ability: 'read' })).body.data;
    const reader = await aReader(EVENTS, token);
    await record(Array(13).fill('again'));
    await until(async () => (await metric('tidings_live_events_waiting')) === 1);
    expect((await api.rest('DELETE', `/tokens/${id}`)).status).toBeLessThan(300);
    await until(() => reader.isOver);
    expect(reader.codes).toEqual(['UNAUTHENTICATED']);
    expect(await metric('tidings_live_events_waiting')).toBe(0);
  });
});
