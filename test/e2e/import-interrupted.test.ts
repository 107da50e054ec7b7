import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personKey } from '../../src/ids.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { endAll, launch, type Process } from '../support/processes.ts';
import { newHome } from '../support/server.ts';
import { until } from '../support/until.ts';

let api: TestApp;
let list: string;
let home: string;
beforeAll(async () => {
  api = await openTestApp();
  home = await newHome();
});
beforeEach(async () => {
  list = await makeList(api);
});
afterAll(async () => {
  await endAll();
  await api.close();
});

/** Starts the import of a file with this many rows, on a database without other import workers. */
async function startImport(rows: number): Promise<Process> {
  const file = join(home, `${rows}.csv`);
  const people = Array.from({ length: rows }, (_, row) => `person${row}@interrupted.test\n`);
  await writeFile(file, `email\n${people.join('')}`);
  return launch(['import', file, '--list', list], { DATABASE_URL: api.databaseUrl, DATA_DIR: home });
}

/** Starts an import and sends Ctrl-C while it waits for rows that this statement has locked. */
async function interrupt(rows: number, lock: string, values: unknown[] = []): Promise<Process> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(lock, values);
    const importing = await startImport(rows);
    await until(async () => (await lockWaits(client)) > 0);
    process.kill(importing.pid, 'SIGINT');
    await client.query('rollback');
    await until(() => importing.code !== undefined);
    return importing;
  } finally {
    await client.end();
  }
}

const countSubscribers = () => api.db.subscriber.count({ where: { listId: list } });

test('Ctrl-C while the file is read leaves nothing imported', async () => {
  const importing = await interrupt(50_000, 'lock table import_chunks in share mode');
  expect([importing.code, importing.stderr]).toEqual([1, 'tidings: interrupted: nothing was imported\n']);
  const [left] = await api.db.import.findMany({ where: { listId: list } });
  expect(left).toMatchObject({ status: 'failed', processed: 0 });
  expect(await countSubscribers()).toBe(0);
});

test('Ctrl-C while rows are applied cancels the remaining rows, and keeps the others', async () => {
  const email = 'person700@interrupted.test';
  const person = [api.teamId, personKey(api.teamId, email), email];
  const importing = await interrupt(5_000, 'insert into people (team_id, key, email) values ($1, $2, $3)', person);
  const [left] = await api.db.import.findMany({ where: { listId: list } });
  expect(left?.status).toBe('cancelled');
  const { processed, added } = left!;
  expect([importing.code, importing.stderr]).toEqual([1, 'tidings: the import was cancelled\n']);
  expect(importing.stdout).toBe(`cancelled: ${processed} rows, ${added} added, 0 updated, 0 failed\n`);
  expect(processed).toBeGreaterThan(0);
  expect(processed).toBeLessThan(5_000);
  expect(await countSubscribers()).toBe(added);
});
