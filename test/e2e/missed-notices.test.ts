import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../support/build.ts';
import { on } from '../support/citus.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll, launch } from '../support/processes.ts';
import { freePort } from '../support/server.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

/** Long enough to count work that runs every five seconds. */
const SECONDS = 20;
const AT_MOST = 2;
const TIMES = 6;

let database: TestDatabase;
let beside: pg.Client;
beforeAll(async () => {
  await build();
  database = await createTestDatabase();
  beside = new pg.Client({ connectionString: on(database.url, undefined, 'postgres') });
  await beside.connect();
});
afterAll(async () => {
  await endAll();
  await beside.end();
  await database.drop();
});

/** Transactions in the database so far, as another database counts them. */
async function transactions({ url }: TestDatabase): Promise<number> {
  const { rows } = await beside.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
    [new URL(url).pathname.slice(1)],
  );
  return Number(rows[0].count);
}

/**
 * The transactions that a process adds in a second after its start: the minimum of several measurements, until it is low
 * enough. While the machine is too busy to answer the shared look in time, each loop looks for itself.
 */
async function perSecond(database: TestDatabase): Promise<number> {
  await sleep(15_000); // the start's transactions are reported ten seconds later at the latest
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES && least > AT_MOST; time++) {
    const before = await transactions(database);
    await sleep(SECONDS * 1_000);
    least = Math.min(least, ((await transactions(database)) - before) / SECONDS);
  }
  return least;
}

// All at the same time, each on its own database: they mostly wait.
test.concurrent.each([
  [['serve'], 'Tidings is running'],
  [['work'], 'Workers are running'],
])('an idle process (%j) sends at most two transactions a second', async (args, started) => {
  const own = await createTestDatabase();
  const process = launch(args, { DATABASE_URL: own.url, PORT: String(await freePort()) });
  await until(() => process.stdout.includes(started));
  expect(await perSecond(own)).toBeLessThanOrEqual(AT_MOST);
  expect(await process.end()).toBe(0);
  await own.drop();
});

test.concurrent('a job without a notice is processed all the same', async () => {
  const process = launch(['work'], { DATABASE_URL: database.url });
  await until(() => process.stdout.includes('Workers are running'));
  // Behind the queue's own function, which sends a notice.
  await statement(
    database.url,
    `insert into graphile_worker._private_jobs (task_id, payload, run_at)
     select t.id, '{"teamId":1,"waited":{"teamOf":1}}', now()
     from (select graphile_worker.add_job('make-due', '{"teamId":1,"waited":{}}', run_at => now() + interval '1 hour')) j,
       lateral (select id from graphile_worker._private_tasks where identifier = 'make-due') t`,
  );
  const waiting = `select count(*)::int as jobs from graphile_worker.jobs where run_at <= now() and attempts = 0`;
  await until(async () => (await statement(database.url, waiting))[0]!.jobs === 0, 20);
  expect(await process.end()).toBe(0);
});
