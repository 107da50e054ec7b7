import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personKey } from '../../src/ids.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList, rowsOf } from '../support/audience.ts';
import { sendCsv } from '../support/csv.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { endAll, launch, type Process } from '../support/processes.ts';
import { newHome } from '../support/server.ts';
import { until } from '../support/until.ts';

/** More of both by hand: IMPORT_ROWS=100000 IMPORT_KILLS=5 npx vitest run test/e2e/imports.test.ts */
const ROWS = Number(process.env.IMPORT_ROWS ?? 5_000);
const KILLS = Number(process.env.IMPORT_KILLS ?? 2);
const BATCHES = ROWS / 1_000;

let api: TestApp;
let list: string;
let databaseUrl: string;
let worker: Process;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  databaseUrl = api.databaseUrl;
  worker = await startWorker();
});
afterAll(async () => {
  await endAll();
  await api.close();
});

async function startWorker(): Promise<Process> {
  const started = launch(['work'], { DATABASE_URL: databaseUrl, DATA_DIR: await newHome() });
  await until(() => started.stdout.includes('Workers are running'));
  return started;
}

/** 1000 rows: 950 addresses, 30 repeated ones, 20 invalid ones. */
const batchOf = (number: number) => {
  const people = rowsOf(950, `batch${number}-`);
  const nobody = Array.from({ length: 20 }, () => ({ email: 'nobody' }));
  return [...people.slice(0, 475), ...nobody, ...people.slice(475), ...people.slice(0, 30)];
};

async function file(number: number): Promise<void> {
  const path = `/lists/${list}/subscribers/batch`;
  expect((await api.rest('POST', path, { subscribers: batchOf(number) })).status).toBe(202);
}

/** The statement of a chunk that waits for a person being written by another transaction, also as a cluster's worker shows it. */
const WRITING = String.raw`lock_people|insert into (public\.)?people`;

/** Kills the worker while it writes a chunk: an unfinished transaction locks one of its addresses. */
async function killWhileWriting(number: number): Promise<void> {
  const email = batchOf(number)[0]!.email;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  const person = [api.teamId, personKey(api.teamId, email), email];
  await client.query('insert into people (team_id, key, email) values ($1, $2, $3)', person);
  await file(number);
  await until(async () => (await lockWaits(client, WRITING)) > 0);
  await worker.end('SIGKILL');
  await client.query('rollback');
  await client.end();
  worker = await startWorker();
}

test(`${ROWS} rows arrive once while workers are killed ${KILLS} times`, {
  timeout: 120_000 + 60_000 * KILLS + ROWS * 5,
}, async () => {
  const kills = new Set(Array.from({ length: KILLS }, (_, kill) => Math.floor((kill * BATCHES) / KILLS)));
  for (let number = 0; number < BATCHES; number++) {
    if (kills.has(number)) await killWhileWriting(number);
    else await file(number);
  }
  await until(
    async () => (await api.db.import.count({ where: { finishedAt: null } })) === 0,
    60 + 30 * KILLS + ROWS / 200,
  );

  const imports = await api.db.import.findMany();
  expect(imports).toHaveLength(BATCHES);
  const counts = { status: 'completed', total: 1000, processed: 1000, added: 950, updated: 30, failed: 20 };
  for (const one of imports) expect(one).toMatchObject(counts);
  expect(await api.db.subscriber.count({ where: { listId: list } })).toBe(BATCHES * 950);
  expect(await api.db.importError.count()).toBe(BATCHES * 20);
  expect(await api.db.importChunk.count()).toBe(0);
  if (process.env.IMPORT_ROWS) {
    const from = Math.min(...imports.map(({ createdAt }) => Number(createdAt)));
    const to = Math.max(...imports.map(({ finishedAt }) => Number(finishedAt)));
    console.info(`${ROWS} rows in ${(to - from) / 1000} s, ${KILLS} kills`);
  }
});

test(`a CSV file of ${ROWS} rows arrives once while workers are killed`, {
  timeout: 120_000 + 60_000 * KILLS + ROWS * 5,
}, async () => {
  const csvList = await makeList(api);
  const lines = Array.from({ length: ROWS }, (_, row) => (row % 50 === 7 ? 'nobody' : `csv${row}@people.test`));
  const emails = lines.filter((line) => line !== 'nobody');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const holding = async (email: string) => {
    await client.query('begin');
    const person = [api.teamId, personKey(api.teamId, email), email];
    await client.query('insert into people (team_id, key, email) values ($1, $2, $3)', person);
  };
  // Each kill comes in the middle of a later chunk, with those before it committed.
  await holding(emails[Math.floor(emails.length / (KILLS + 1))]!);
  const { status, body } = await sendCsv(api, csvList, `email\n${lines.join('\n')}\n`);
  expect([status, body.meta]).toEqual([202, { queued: ROWS, warnings: [] }]);
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(async () => (await lockWaits(client, WRITING)) > 0);
    await worker.end('SIGKILL');
    await client.query('rollback');
    if (kill < KILLS) await holding(emails[Math.floor((emails.length * (kill + 1)) / (KILLS + 1))]!);
    worker = await startWorker();
  }
  const read = () => api.db.import.findFirstOrThrow({ where: { id: body.data.id } });
  await until(async () => (await read()).finishedAt !== null, 60 + ROWS / 200);
  const failed = ROWS - emails.length;
  expect(await read()).toMatchObject({
    status: 'completed',
    total: ROWS,
    processed: ROWS,
    added: emails.length,
    updated: 0,
    failed,
  });
  expect(await api.db.subscriber.count({ where: { listId: csvList } })).toBe(emails.length);
  const errors = await api.db.importError.findMany({ where: { importId: body.data.id }, orderBy: { row: 'asc' } });
  expect(errors.map(({ row }) => row)).toEqual(lines.flatMap((line, index) => (line === 'nobody' ? [index + 2] : [])));
  await client.end();
});

test('a stopped worker exits cleanly', async () => {
  for (let number = 0; number < 3; number++) await file(BATCHES + number);
  expect(await worker.end()).toBe(0);
  worker = await startWorker();
  await until(async () => (await api.db.import.count({ where: { finishedAt: null } })) === 0);
  expect(await api.db.subscriber.count({ where: { listId: list } })).toBe((BATCHES + 3) * 950);
});
