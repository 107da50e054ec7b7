import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../src/database/enqueue.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { runHere } from '../../support/command-line.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const jobs = (...args: string[]) => runHere(['jobs', ...args], { DATABASE_URL: api.databaseUrl });
const left = async () =>
  (await statement(api.databaseUrl, 'select id::text, attempts from graphile_worker.jobs order by id')) as {
    id: string;
    attempts: number;
  }[];

/** Two jobs that were given up, and one that still may be tried. */
beforeEach(async () => {
  await statement(api.databaseUrl, 'delete from graphile_worker._private_jobs');
  for (const campaignId of ['one', 'two', 'three']) {
    await enqueue(api.db, 'send-rest', { teamId: api.teamId, campaignId }, { afterSeconds: 3_600 });
  }
  await statement(
    api.databaseUrl,
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'not a uuid\nat somewhere'
     where payload ->> 'campaignId' <> 'three'`,
  );
});

test('given-up jobs are listed with their reason', async () => {
  const [one] = await left();
  const { code, stdout } = await jobs('list');
  const lines = stdout.trim().split('\n');
  expect(code).toBe(0);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    new RegExp(`^${one!.id}  send-rest  team=${api.teamId}  attempts=25  \\d{4}-\\S+Z  not a uuid$`),
  );
});

test('one job is retried with all its attempts, and others are not affected', async () => {
  const [one, two] = await left();
  expect(await jobs('retry', one!.id)).toMatchObject({ code: 0, stdout: `${one!.id}\n` });
  expect((await left()).map(({ attempts }) => attempts)).toEqual([0, 25, 0]);
  expect((await jobs('list')).stdout).toContain(two!.id);
});

test('a worker runs a requeued job', async () => {
  await statement(
    api.databaseUrl,
    `update graphile_worker._private_jobs set payload = jsonb_build_object('teamId', ${api.teamId}, 'campaignId', gen_random_uuid())::json`,
  );
  await jobs('retry', '--all');
  const running = startJobs(api.installation);
  await until(async () => (await left()).length === 1); // the one whose time has not come
  await running.stop();
});

test('given-up jobs are deleted, one or all', async () => {
  const [one, two, three] = await left();
  expect(await jobs('drop', one!.id)).toMatchObject({ code: 0, stdout: `${one!.id}\n` });
  expect(await jobs('drop', '--all')).toMatchObject({ code: 0, stdout: `${two!.id}\n` });
  expect((await left()).map(({ id }) => id)).toEqual([three!.id]);
  expect(await jobs('list')).toMatchObject({ code: 0, stdout: '' });
});

test.each([
  [['retry', 'THREE'], 'there is no failed job with this id'],
  [['drop', '999999999'], 'there is no failed job with this id'],
  [['drop', 'abc'], 'this job does not exist'],
  [['retry'], 'give either the ID of a job or --all'],
  [['drop', '1', '--all'], 'give either the ID of a job or --all'],
  [['list', '7'], '"7" is an unexpected argument'],
  [['stop'], 'jobs list, or jobs retry|drop ID|--all'],
])('%j is refused in one line, and changes nothing', async (args, said) => {
  const before = await left();
  const { code, stderr } = await jobs(...args.map((word) => (word === 'THREE' ? before[2]!.id : word)));
  expect([code, stderr]).toEqual([1, `tidings: ${said}\n`]);
  expect(await left()).toEqual(before);
});
