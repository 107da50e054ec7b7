import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber } from '../../support/audience.ts';
import { importCsv, sendCsv } from '../../support/csv.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs({ databasePool: 12 });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.suppression.deleteMany();
  list = await makeList(api);
});

/** Rows of a file, of which every hundredth is this one. */
const among = (rows: number, own: (row: number) => string) =>
  Array.from({ length: rows }, (_, row) => (row % 100 === 99 ? own(row) : `n${row}@chunks.test,N${row},`));

const fileOf = (rows: string[], header = 'email,first_name,timezone') => [header, ...rows].join('\n');

const read = async (id: string) => (await api.rest('GET', `/imports/${id}`)).body.data;

test('the last of many rows about one person counts, across all chunks of a file', async () => {
  const file = fileOf(among(4_000, (row) => `often@chunks.test,Row ${row},`));
  const done = await importCsv(api, list, file);
  expect(done).toMatchObject({ status: 'completed', processed: 4_000, added: 3_961, updated: 39, failed: 0 });
  expect((await readSubscriber(api, list, 'often@chunks.test')).first_name).toBe('Row 3999');
});

test('skipped values of many chunks are reported in the order of the file', async () => {
  const done = await importCsv(api, list, fileOf(among(4_000, (row) => `n${row}@chunks.test,,Nowhere/${row}`)));
  expect(done).toMatchObject({ processed: 4_000, added: 4_000, failed: 0 });
  const left = await api.rest('GET', `/imports/${done.id}/skipped-values?per_page=100`);
  const rows = left.body.data.map(({ row }: { row: number }) => row);
  expect(rows).toEqual(Array.from({ length: 40 }, (_, index) => index * 100 + 101));
});

test('an address suppressed by one chunk is refused in later chunks', async () => {
  const rows = among(3_000, () => 'gone@chunks.test,subscribed,');
  rows[0] = 'gone@chunks.test,bounced,';
  const query = { import_unsubscribed: 'true', resubscribe: 'true', mapping: '{"2":null}' };
  const file = fileOf(
    rows.map((row) => row.replace(/,N\d+,/, ',subscribed,')),
    'email,status,2',
  );
  expect(await importCsv(api, list, file, { query })).toMatchObject({ processed: 3_000, added: 2_970, failed: 30 });
  expect((await readSubscriber(api, list, 'gone@chunks.test')).status).toBe('bounced');
});

test('an import cancelled while chunks are written keeps only the finished chunks', async () => {
  const email = 'held@chunks.test';
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    const person = [api.teamId, personKey(api.teamId, email), email];
    await client.query('insert into people (team_id, key, email) values ($1, $2, $3)', person);
    const rows = among(3_000, (row) => (row === 699 ? `${email},,` : `n${row}@chunks.test,,`));
    const { body } = await sendCsv(api, list, fileOf(rows));
    const { id } = body.data;
    await until(async () => (await read(id)).processed === 500 && (await lockWaits(client)) > 0);
    expect((await api.rest('POST', `/imports/${id}/cancel`)).status).toBe(200);
    await client.query('rollback');
    await until(async () => {
      const jobs = await api.db.$queryRaw<object[]>`select from graphile_worker.jobs where key like ${`%${id}`}`;
      return jobs.length === 0;
    });
    expect(await read(id)).toMatchObject({ status: 'cancelled', processed: 500, added: 500 });
    expect(await api.db.subscriber.count({ where: { listId: list } })).toBe(500);
    expect(await api.db.importChunk.count()).toBe(0);
  } finally {
    await client.end();
  }
});
