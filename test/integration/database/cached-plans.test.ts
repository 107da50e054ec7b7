import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect, inTransaction, run, sql } from '../../../src/database/connect.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
let connection: Connection;
beforeAll(async () => {
  api = await openTestApp();
  connection = connect(api.databaseUrl, 4);
  await alter(
    'create table visits (id int, name varchar(10)); insert into visits select n, n::text from generate_series(1, 20) n',
  );
});
afterAll(async () => {
  await connection.close();
  await api.close();
});

const alter = (change: string) => statement(api.databaseUrl, change);

test('a statement works after a migration has widened a column, on every connection', async () => {
  const read = () =>
    Promise.all(
      [1, 2, 3, 4].map(() => run(connection.db, sql`select name, pg_sleep(0.01)::text from visits where id = 3`)),
    );
  await read();
  await alter('alter table visits alter column name type text');
  expect((await read()).map(([row]) => row)).toEqual(Array(4).fill({ name: '3', pg_sleep: '' }));
});

test('a statement that selects all columns returns new ones too', async () => {
  const all = sql`select * from visits where id = 3`;
  const write = sql`update visits set name = 'x' where id = 4 returning *`;
  await Promise.all([run(connection.db, all), run(connection.db, write)]);
  await alter('alter table visits add column note text');
  expect(await run(connection.db, all)).toEqual([{ id: 3, name: '3', note: null }]);
  expect(await run(connection.db, write)).toEqual([{ id: 4, name: 'x', note: null }]);
  await alter('alter table visits drop column note');
  expect(await run(connection.db, all)).toEqual([{ id: 3, name: '3' }]);
});

test('a transaction that meets a changed plan fails once, and the next one succeeds', async () => {
  const work = () => inTransaction(connection.db, (db) => run(db, sql`select id, name from visits where id = 5`));
  await Promise.all([work(), work(), work(), work()]);
  await alter('alter table visits alter column name type varchar(90)');
  await expect(work()).rejects.toThrow('cached plan must not change result type');
  expect(await work()).toEqual([{ id: 5, name: '5' }]);
});

test('callers do not notice a migration that widens a busy column', async () => {
  const list = await makeList(api);
  await subscribeMany(api, list, [{ email: 'ann@people.test', first_name: 'Ann' }]);
  const read = () =>
    Promise.all(Array.from({ length: 8 }, () => api.rest('GET', `/lists/${list}/subscribers?search=ann`)));
  await read();
  await alter('alter table subscribers alter column email type varchar(400)');
  for (const { status, body } of await read()) {
    expect([status, body.data?.map(({ email }: { email: string }) => email)]).toEqual([200, ['ann@people.test']]);
  }
});
