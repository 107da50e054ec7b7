import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { endAll } from '../support/processes.ts';
import { type Server, startServer } from '../support/server.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

let api: TestApp;
let survivor: Server;
beforeAll(async () => {
  api = await openTestApp();
  survivor = await startOne();
});
afterAll(async () => {
  await endAll();
  await api.close();
});

const startOne = () =>
  startServer({ args: ['--no-workers'], env: { DATABASE_URL: api.databaseUrl, DATABASE_POOL: '3' } });

const create = (server: Server, key: string, name: string) =>
  fetch(`${server.url}/v1/lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name, from_email: 'a@shop.example' }),
  });

const counts = (name: string) =>
  statement(
    api.databaseUrl,
    `select (select count(*) from lists where name = '${name}')::int as lists,
            (select count(*) from idempotency_keys)::int as keys`,
  );

test('a process killed during a request leaves no changes and no key, and the retry runs', async () => {
  const doomed = await startOne();
  const lock = new pg.Client({ connectionString: api.databaseUrl });
  await lock.connect();
  await lock.query('begin; lock table lists in exclusive mode');
  const request = create(doomed, 'middle', 'Middle').catch(() => 'lost');
  const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until(async () => (await statement(api.databaseUrl, `select 1 ${waiting}`)).length > 0);
  await doomed.process.end('SIGKILL');
  expect(await request).toBe('lost');
  await lock.query('commit');
  await lock.end();
  const retry = await create(survivor, 'middle', 'Middle');
  expect(retry.status).toBe(201);
  expect(retry.headers.get('idempotent-replay')).toBeNull();
  expect(await counts('Middle')).toEqual([{ lists: 1, keys: 1 }]);
});

test('a process killed while answering keeps changes and key: a retry gets the first answer', async () => {
  const doomed = await startOne();
  const requests = Array.from({ length: 50 }, (_, index) => create(index % 2 ? doomed : survivor, 'answer', 'Answer'));
  const first = await (await Promise.race(requests)).text();
  await doomed.process.end('SIGKILL');
  const settled = await Promise.allSettled(requests.map(async (request) => (await request).text()));
  const answered = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const again = await create(survivor, 'answer', 'Answer');
  expect(new Set([...answered, await again.text()])).toEqual(new Set([first]));
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect((await counts('Answer'))[0]?.lists).toBe(1);
});
