import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';
import { addManySubscribers, countScoreTypes, MANY, NOT_NUMBERS, waitingChunks } from '../support/many-subscribers.ts';
import { endAll, launch, type Process } from '../support/processes.ts';
import { newHome } from '../support/server.ts';
import { until } from '../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await addManySubscribers(api, await makeList(api));
});
afterAll(async () => {
  await endAll();
  await api.close();
});

async function startWorker(): Promise<Process> {
  const started = launch(['work'], { DATABASE_URL: api.databaseUrl, DATA_DIR: await newHome() });
  await until(() => started.stdout.includes('Workers are running'));
  return started;
}

test('another worker continues a killed conversion, and each value is counted once', async () => {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`select from subscribers where team_id = $1 and email = 'p5500@many.test' for update`, [
    api.teamId,
  ]);
  expect((await api.rest('PATCH', '/fields/score', { type: 'number' })).status).toBe(202);
  const worker = await startWorker();
  await until(() => waitingChunks(api));
  await worker.end('SIGKILL');
  await client.query('rollback');
  await client.end();

  await startWorker();
  const conversion = async () => (await api.rest('GET', '/fields/score/conversion')).body.data;
  await until(async () => (await conversion()).status === 'completed');
  expect(await conversion()).toMatchObject({
    processed: MANY,
    converted: MANY - NOT_NUMBERS,
    unconverted: NOT_NUMBERS,
  });
  expect(await countScoreTypes(api)).toEqual({ number: MANY - NOT_NUMBERS, string: NOT_NUMBERS });
});
