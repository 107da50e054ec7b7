import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '../../../src/database/enqueue.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const waiting = async () =>
  ((await statement(api.databaseUrl, 'select id::text from graphile_worker.jobs')) as unknown[]).length;

test('jobs run, and the process goes on, while the timetable of the queue cannot be read', async () => {
  await statement(api.databaseUrl, 'alter table graphile_worker._private_known_crontabs rename to gone');
  const addJob = () => enqueue(api.db, 'send-rest', { teamId: api.teamId, campaignId: randomUUID() });
  await addJob();
  expect(await waiting()).toBe(1);
  const running = startJobs(api.installation);
  await until(async () => (await waiting()) === 0);
  await addJob();
  await until(async () => (await waiting()) === 0);
  await running.stop();
});
