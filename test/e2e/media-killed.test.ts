import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BucketServer, openBucketServer } from '../support/bucket-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { onEveryMachine } from '../support/machines.ts';
import { photograph, png } from '../support/pictures.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer, TOKEN } from '../support/server.ts';
import { shiftClock, simulateClock } from '../support/simulated-clock.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

let files: string;
let bucket: BucketServer;
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  files = await newHome();
  bucket = await openBucketServer();
});
beforeEach(async () => {
  database = await createTestDatabase();
  env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: await mkdtemp(join(files, 'home-')) },
    APP_SECRET: 'the secret of an installation that is killed',
  };
});
afterEach(async () => {
  await endAll();
  await database.drop();
});
afterAll(async () => {
  await bucket.close();
  await rm(files, { recursive: true, force: true });
});

const send = async (server: Server, bytes: Buffer, type = 'image/png') => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': type };
  const answer = await fetch(`${server.url}/api/v1/media`, { method: 'POST', headers, body: new Uint8Array(bytes) });
  return { status: answer.status, media: (await answer.json()).data };
};
const statusOf = async (server: Server, address: string) =>
  (await fetch(server.url + new URL(address).pathname)).status;
const totalOf = async (server: Server) => (await server.rest('GET', '/media')).body.meta.total;
const folders = () => readdir(join(env.DATA_DIR as string, 'media')).catch(() => []);
const noted = async () => (await statement(database.url, 'select folder from media_uploads')).length;

/** Starts a server with the clock this many hours later. */
async function startLater(hours: number): Promise<Server> {
  await simulateClock(database.url);
  await shiftClock(database.url, `${hours} hours`);
  return startServer({ env });
}

/** The connections that wait for a lock. */
const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Kills the server during a call, when it waits for rows that `sql` locks. */
async function killAt(server: Server, sql: string, call: () => Promise<unknown>): Promise<void> {
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  try {
    await blocker.query(`begin; ${sql}`);
    const called = call().catch(() => undefined);
    await until(async () => (await statement(database.url, WAITING)).length > 0);
    await server.process.end('SIGKILL');
    await called;
  } finally {
    await blocker.end();
  }
}

test('an upload killed between two files can be repeated, and its files are deleted after a day', async () => {
  env.MEDIA_URL = bucket.url;
  const server = await startServer({ env });
  const picture = await photograph(1300, 200);
  bucket.hangs = (call) => call.startsWith('PUT') && bucket.objects.size === 1;
  const sent = send(server, picture, 'image/jpeg').catch(() => undefined);
  await until(() => bucket.calls.filter((call) => call.startsWith('PUT')).length === 2);
  await server.process.end('SIGKILL');
  expect([await sent, bucket.objects.size]).toEqual([undefined, 1]);
  bucket.hangs = () => false;

  const next = await startServer({ env });
  expect(await totalOf(next)).toBe(0);
  const { status, media } = await send(next, picture, 'image/jpeg');
  expect([status, await statusOf(next, media.url)]).toEqual([201, 200]);
  expect(bucket.objects.size).toBe(1 + 1 + media.variants.length);
  await next.process.end('SIGKILL');

  const later = await startLater(25);
  await until(async () => (await noted()) === 0);
  expect(bucket.objects.size).toBe(1 + media.variants.length);
  for (const { url } of [media, ...media.variants]) expect(await statusOf(later, url)).toBe(200);
});

test('an upload killed between files and row shows no picture, and its files are deleted after a day', async () => {
  const server = await startServer({ env });
  await killAt(server, 'lock table media in share mode', () => send(server, png(30, 30)));
  expect([(await folders()).length, await noted()]).toEqual([1, 1]);
  const next = await startServer({ env });
  expect([await totalOf(next), (await folders()).length]).toEqual([0, 1]);
  const { status, media } = await send(next, png(30, 30));
  expect([status, await statusOf(next, media.url), (await folders()).length]).toEqual([201, 200, 2]);
  await next.process.end('SIGKILL');

  const later = await startLater(25);
  await until(async () => (await noted()) === 0);
  expect(await folders()).toEqual([new URL(media.url).pathname.split('/')[2]]);
  expect(await statusOf(later, media.url)).toBe(200);
});

test('a picture whose deletion was killed stays, with its files', async () => {
  const server = await startServer({ env });
  const { media } = await send(server, png(31, 31));
  await killAt(server, 'lock table media_uploads in share mode', () => server.rest('DELETE', `/media/${media.id}`));
  const next = await startServer({ env });
  expect((await next.rest('GET', `/media/${media.id}`)).status).toBe(200);
  expect([await statusOf(next, media.url), await noted()]).toEqual([200, 0]);
  expect((await next.rest('DELETE', `/media/${media.id}`)).status).toBe(204);
});

test('a deletion killed after its files is finished by the next process', async () => {
  const server = await startServer({ env, args: ['--no-workers'] });
  const { media } = await send(server, png(32, 32));
  const kept = await send(server, png(33, 33));
  expect((await server.rest('DELETE', `/media/${media.id}`)).status).toBe(204);
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  const [{ team }] = (await statement(database.url, 'select id as team from teams')) as [{ team: number }];
  await blocker.query(`begin; select from media_uploads where team_id = ${team} for update`);
  const removing = await startServer({ env });
  await until(async () => (await folders()).length === 1);
  await until(async () => (await onEveryMachine(database.url, WAITING)).length > 0);
  await removing.process.end('SIGKILL');
  await onEveryMachine(database.url, `select pg_terminate_backend(pid, 60000) from (${WAITING}) waiting`); // it has not noticed the kill
  await blocker.end();
  expect(await noted()).toBe(1);
  expect(await statusOf(server, media.url)).toBe(404);
  await startServer({ env });
  await until(async () => (await noted()) === 0);
  expect([await statusOf(server, media.url), await statusOf(server, kept.media.url)]).toEqual([404, 200]);
});
