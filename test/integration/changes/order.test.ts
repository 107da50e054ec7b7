import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startNotifications } from '../../../src/delivery/webhooks/start-notifications.ts';
import { viewsOf } from '../../../src/rest/open-view.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { changesAfter } from '../../support/changes.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let other: Awaited<ReturnType<typeof openSecondProcess>>;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20 });
  other = await openSecondProcess(api);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** A connection of somebody whose transaction stays open. */
async function openClient(): Promise<pg.Client> {
  const client = new pg.Client(api.databaseUrl);
  await client.connect();
  ends.push(() => client.end());
  return client;
}

const recordBy = (client: pg.Client, name: string) =>
  client.query('select tell_webhooks_of_events($1, array[uuid_v7()], array[uuid_v7()], array[$2::text])', [
    api.teamId,
    name,
  ]);
const seen = (name: string, to = api.app) =>
  to.inject({
    method: 'POST',
    url: '/v1/events',
    headers: { authorization: `Bearer ${api.token}` },
    payload: { email: `${name}@people.test`, name },
  });
const begin = async (): Promise<string> => (await api.rest('GET', '/changes')).body.meta.cursor;
const startWorkers = () => {
  for (const { connection, log } of [api.installation, api.installation]) {
    const worker = startNotifications({ connection, log, open: viewsOf(api.installation) });
    ends.push(() => worker.stop());
  }
};

test('a change that commits late comes after those that were read, and none is lost', async () => {
  const after = await begin();
  const late = await openClient();
  await late.query('begin');
  await recordBy(late, 'late');
  for (const name of ['a', 'b']) await seen(name);
  const first = await changesAfter(api, after);
  expect(first.data.map(({ data }) => data.event.name)).toEqual(['a', 'b']);
  await late.query('commit');
  const { data } = await changesAfter(api, first.meta.cursor);
  expect(data).toMatchObject([{ type: 'event.recorded' }]);
  expect(data[0]!.sequence).toBeGreaterThan(first.data[1]!.sequence);
});

test('a reader gets every change of many writers once, in order, while two workers number them', async () => {
  const after = await begin();
  startWorkers();
  const names = Array.from({ length: 160 }, (_, n) => `p${n}`);
  let cursor = after;
  const read: { sequence: number; name: string }[] = [];
  const readNext = async () => {
    const { data, meta } = (await api.rest('GET', `/changes?after=${cursor}&limit=7`)).body;
    read.push(...data.map((one: never) => ({ sequence: (one as { sequence: number }).sequence, name: nameOf(one) })));
    cursor = meta.cursor;
    return read.length >= names.length;
  };
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (const name of names.filter((_, n) => n % 8 === writer)) await seen(name, writer % 2 ? other.app : api.app);
    }),
  );
  await until(readNext);
  await writing;
  expect(read.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(read.every(({ sequence }, at) => at === 0 || sequence > read[at - 1]!.sequence)).toBe(true);
});

const nameOf = (change: { data: { event: { name: string } } }) => change.data.event.name;

/** A team's first call of its feed, and a transaction that has begun to write, after the statement. */
async function beginBeside(statement: string) {
  const theirs = await openTestApp();
  const writer = new pg.Client(theirs.databaseUrl);
  await writer.connect();
  ends.push(async () => {
    await writer.end();
    await theirs.close();
  });
  await writer.query('begin');
  await writer.query(statement);
  await writer.query(
    `insert into message_minutes (team_id, minute, outcome, holder, count) values ($1, now(), 'sent', 0, 0)`, // on the team's machine
    [theirs.teamId],
  );
  const answer = { status: undefined as number | undefined };
  const first = theirs.rest('GET', '/changes').then(({ status }) => {
    answer.status = status;
  });
  await until(async () => (await theirs.db.webhook.count()) === 1);
  return { theirs, writer, answer, first };
}

test('the first cursor waits for writers who may not have seen the feed', async () => {
  const { theirs, writer, answer, first } = await beginBeside('select from webhooks');
  expect([(await theirs.rest('GET', '/lists')).status, answer.status]).toEqual([200, undefined]);
  await writer.query('commit');
  await first;
  expect(answer.status).toBe(200);
});

test('the first cursor does not wait until a transaction ends that looks for no listeners', async () => {
  const { writer, answer, first } = await beginBeside('select from teams');
  await first;
  expect(answer.status).toBe(200);
  await writer.query('rollback'); // it was still open
});
