import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Connection, connect, inTransaction, run, runOnce, sql } from '../../../src/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { recordStatements } from '../../support/statements.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, 6);
  recordStatements(connection.pool);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(() => run(connection.db, sql`delete from teams returning id`));

const addTeam = (db: Connection['db'], name: string) =>
  run(db, sql`insert into teams (public_id, name) values (gen_random_uuid(), ${name}) returning id`);

const teamNames = async () =>
  (await run<{ name: string }>(connection.db, sql`select name from teams order by name`)).map(({ name }) => name);

const WHERE = sql`select pg_backend_pid() as pid, txid_current()::text as number`;
type Where = { pid: number; number: string };

test('a statement in a transaction is prepared once on its connection, one with runOnce is not prepared', async () => {
  const { prepared } = await inTransaction(connection.db, async (db) => {
    for (const _ of [1, 2, 3]) await run(db, sql`select 1 as "prepared in a transaction"`);
    await runOnce(db, sql`select 2 as "never prepared"`);
    const [row] = await run<{ prepared: string[] }>(
      db,
      sql`select array_agg(statement) as prepared from pg_prepared_statements where statement like '%prepared%'
            and statement not like '%pg_prepared_statements%'`,
    );
    return row!;
  });
  expect(prepared).toEqual(['select 1 as "prepared in a transaction"']);
});

test('simultaneous transactions have a connection each, which Prisma and our statements share', async () => {
  const places = await Promise.all(
    Array.from({ length: 40 }, () =>
      inTransaction(connection.db, async (db) => {
        const [ours] = await run<Where>(db, WHERE);
        const [prismas] = await db.$queryRaw<Where[]>(WHERE);
        const [again] = await run<Where>(db, WHERE);
        expect([prismas, again]).toEqual([ours, ours]);
        return ours!;
      }),
    ),
  );
  expect(new Set(places.map(({ number }) => number)).size).toBe(40);
  expect(new Set(places.map(({ pid }) => pid)).size).toBe(6);
});

test('simultaneous statements of a transaction run one after the other, as the driver requires', async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => void warnings.push(message);
  process.on('warning', warned);
  try {
    const numbers = [1, 2, 3, 4];
    const rows = await inTransaction(connection.db, (db) =>
      Promise.all(numbers.map((number) => run<{ number: number }>(db, sql`select ${number}::int as number`))),
    );
    expect(rows.flat().map(({ number }) => number)).toEqual(numbers);
    await new Promise(setImmediate); // warnings come a moment later
  } finally {
    process.off('warning', warned);
  }
  expect(warnings).toEqual([]);
});

test('a transaction within a transaction is the same one', async () => {
  await inTransaction(connection.db, async (outer) => {
    const [first] = await run<Where>(outer, WHERE);
    const [second] = await inTransaction(outer, (inner) => run<Where>(inner, WHERE));
    expect(second).toEqual(first);
  });
});

test('failed work leaves no trace, and the connection can be used again', async () => {
  const failing = (error: () => Promise<unknown>) =>
    inTransaction(connection.db, async (db) => {
      await addTeam(db, 'Gone');
      await error();
    });
  await expect(failing(() => Promise.reject(new Error('thought better of it')))).rejects.toThrow('thought better');
  await expect(
    inTransaction(connection.db, async (db) => {
      await addTeam(db, 'Gone');
      await run(db, sql`select 1 / 0`);
    }),
  ).rejects.toMatchObject({ code: '22012' });
  for (let times = 0; times < 10; times += 1) await inTransaction(connection.db, (db) => addTeam(db, `Team ${times}`));
  expect(await teamNames()).toEqual(Array.from({ length: 10 }, (_, times) => `Team ${times}`));
});

test('a slow transaction is rolled back, and none of its statements runs in another one', async () => {
  const late: Promise<unknown>[] = [];
  const slow = inTransaction(
    connection.db,
    async (db) => {
      await addTeam(db, 'Too late');
      await run(db, sql`select pg_sleep(0.3)::text`);
      for (let times = 0; times < 20; times += 1) {
        late.push(addTeam(db, 'Much too late'));
        await Promise.allSettled(late);
      }
    },
    100,
  );
  await expect(slow).rejects.toThrow();
  const outcomes = await Promise.allSettled(late);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(await teamNames()).toEqual([]);
});

test('a transaction whose connection is lost fails, and the next one has another connection', async () => {
  const broken = inTransaction(connection.db, async (db) => {
    const [where] = await run<Where>(db, WHERE);
    await run(connection.db, sql`select pg_terminate_backend(${where!.pid}::int)`);
    await until(async () => {
      const found = await run(connection.db, sql`select 1 from pg_stat_activity where pid = ${where!.pid}::int`);
      return found.length === 0;
    });
    await addTeam(db, 'Lost');
  });
  await expect(broken).rejects.toThrow(/terminat|not queryable/);
  await inTransaction(connection.db, (db) => addTeam(db, 'Found'));
  expect(await teamNames()).toEqual(['Found']);
});
