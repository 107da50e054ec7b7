import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type Connection,
  connect,
  type Database,
  inTransaction,
  narrowed,
  run,
  runOnce,
  sql,
} from '../../../src/database/connect.ts';
import { TOO_SLOW, UNAVAILABLE, unavailability } from '../../../src/http/unavailable.ts';
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

const addTeam = (db: Database, name: string) =>
  run<{ id: number }>(db, sql`insert into teams (public_id, name) values (gen_random_uuid(), ${name}) returning id`);

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

test('simultaneous statements of a transaction run one after the other, ours and those of Prisma', async () => {
  const numbers = [1, 2, 3, 4];
  const rows = await inTransaction(connection.db, (db) =>
    Promise.all(
      numbers.flatMap((number) => [
        run<{ number: number }>(db, sql`select ${number}::int as number`),
        db.$queryRaw<{ number: number }[]>(sql`select ${-number}::int as number`),
        db.team.count().then((number) => [{ number }]),
      ]),
    ),
  );
  expect(rows.flat().map(({ number }) => number)).toEqual(numbers.flatMap((number) => [number, -number, 0]));
}); // test/support/hold-driver-rules.ts fails if the driver warns

test('a transaction without Prisma sends its own statements, and nothing else', async () => {
  const sent = await recordStatements(connection.pool)(async () => {
    await inTransaction(connection.db, (db) => run(db, sql`select 1 as "alone"`));
    const work = inTransaction(connection.db, async (db) => {
      await db.$queryRaw(sql`select 2 as "with Prisma"`);
      throw new Error('thought better of it');
    });
    await expect(work).rejects.toThrow('thought better of it');
  });
  expect(sent).toEqual(['BEGIN', 'select 1 as "alone"', 'COMMIT', 'BEGIN', 'select 2 as "with Prisma"', 'ROLLBACK']);
});

/** Its callers wait until there are `size`, and go on in the same moment. */
function meetingOf(size: number): () => Promise<void> {
  let left = size;
  let start!: () => void;
  const all = new Promise<void>((resolve) => {
    start = resolve;
  });
  return () => {
    left -= 1;
    if (left === 0) start();
    return all;
  };
}

test('look-ups that Prisma batches stay in their transactions, even when transactions look up at the same moment', async () => {
  const here = Array.from({ length: 4 }, (_, number) => `Team ${number}`);
  const ids: number[] = [];
  const [lookUp, commit] = [meetingOf(here.length), meetingOf(here.length)];
  const found = here.map((name) =>
    inTransaction(connection.db, async (db) => {
      await db.team.count(); // Prisma has joined
      ids.push((await addTeam(db, name))[0]!.id);
      await lookUp();
      const seen = await Promise.all(ids.map((id) => db.team.findUnique({ where: { id }, select: { name: true } })));
      await commit();
      return seen.flatMap((row) => row?.name ?? []);
    }),
  );
  expect(await Promise.all(found)).toEqual(here.map((own) => [own]));
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

test('a transaction whose connection is lost while Prisma uses it fails, and its connection leaves the pool', async () => {
  const pids: number[] = [];
  const broken = inTransaction(connection.db, async (db) => {
    const [where] = await run<Where>(db, WHERE);
    pids.push(where!.pid);
    const end = async () =>
      (
        await run(
          connection.db,
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where pid = ${where!.pid}::int and query like '%pg_sleep(60)%'`,
        )
      ).length > 0;
    await Promise.all([db.$queryRaw(sql`select pg_sleep(60)::text`), until(end)]);
  });
  const error = await broken.catch((error) => error);
  expect(unavailability(error)).toBe(UNAVAILABLE);
  const places = await Promise.all(
    Array.from({ length: 12 }, () => inTransaction(connection.db, async (db) => (await run<Where>(db, WHERE))[0]!.pid)),
  );
  expect(places).not.toContain(pids[0]);
});

test('a caller learns that a transaction took too long, from our statements and from those of Prisma', async () => {
  const slow = (use: (db: Database) => Promise<unknown>) =>
    inTransaction(
      connection.db,
      async (db) => {
        await use(db);
        await run(db, sql`select pg_sleep(0.2)::text`);
        await use(db);
      },
      100,
    ).catch((error) => error);
  const errors = [
    await slow((db) => run(db, sql`select 1 as one`)),
    await slow((db) => db.team.findMany()),
    await slow((db) => db.$executeRaw(sql`select 1 as one`)),
    await slow(async (db) => void (await db.team.findFirst().catch(() => {}))), // the limit holds even if nobody looks at it
  ];
  expect(errors.map(unavailability)).toEqual([TOO_SLOW, TOO_SLOW, TOO_SLOW, TOO_SLOW]);
  expect(String(errors[3])).toContain('took longer than 100 ms');
});

test('an ended transaction refuses statements, while its connection already has another one', async () => {
  const one = connect(database.url, 1);
  try {
    for (const failure of [undefined, new Error('thought better of it')]) {
      let ended!: Database;
      const first = inTransaction(one.db, async (db) => {
        ended = db;
        await db.team.findMany();
        if (failure) throw failure;
      });
      await first.catch(() => {});
      await inTransaction(one.db, async (db) => {
        await addTeam(db, 'Next');
        await expect(addTeam(ended, 'Late')).rejects.toThrow('The transaction has ended.');
        await expect(runOnce(ended, sql`select 1`)).rejects.toThrow('The transaction has ended.');
        const late = { publicId: '018f4f58-0000-7000-8000-000000000000', name: 'Late' };
        await expect(ended.team.create({ data: late })).rejects.toThrow('The transaction has ended.');
        await expect(ended.$queryRaw(WHERE)).rejects.toThrow('The transaction has ended.');
        await run(db, sql`delete from teams where name = 'Next'`);
      });
    }
    expect(await teamNames()).toEqual([]);
  } finally {
    await one.close();
  }
});

test('a transaction that ignored a failed statement is not reported as committed', async () => {
  const work = inTransaction(connection.db, async (db) => {
    await addTeam(db, 'Lost');
    await run(db, sql`select 1 / 0`).catch(() => {});
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await teamNames()).toEqual([]);
});

test('a transaction waits ten seconds for a connection, and gives one that comes later back', async () => {
  const narrow = narrowed(connection.db, 1);
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const holding = inTransaction(narrow, async () => {
    isHeld = true;
    await released;
  });
  await until(() => isHeld);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const waiting = inTransaction(narrow, (db) => addTeam(db, 'Too late')).catch((error) => error);
    vi.advanceTimersByTime(10_000);
    expect(unavailability(await waiting)).toBe(UNAVAILABLE);
  } finally {
    vi.useRealTimers();
  }
  release();
  await holding;
  await inTransaction(narrow, (db) => addTeam(db, 'In time'));
  expect(await teamNames()).toEqual(['In time']);
});

test('a transaction of Prisma itself, such as for nested rows, commits or rolls back as a whole', async () => {
  const list = (id: string) => ({ id, name: 'List', fromEmail: 'ann@people.test' });
  const data = (name: string, ids: string[]) => ({ publicId: randomUUID(), name, lists: { create: ids.map(list) } });
  const [one, two] = [randomUUID(), randomUUID()];
  await connection.db.team.create({ data: data('Whole', [one, two]) });
  await expect(connection.db.team.create({ data: data('Half', [one, one]) })).rejects.toThrow();
  expect(await teamNames()).toEqual(['Whole']);
  const idle = async () => {
    const { totalCount, idleCount } = connection.pool;
    return totalCount === idleCount;
  };
  await until(idle);
});
