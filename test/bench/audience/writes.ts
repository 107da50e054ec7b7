/**
 * `npm run bench:audience:writes [-- word …]`: the cost of the segment layout for writes. Three databases that differ only in it,
 * alternately: complete, without the search index, and without any of it. Domain functions, no HTTP.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, connect } from '../../../src/database/connect.ts';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { databaseHome } from '../../../src/database/home.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { List } from '../../../src/domain/audience/lists.ts';
import { createList } from '../../../src/domain/audience/lists.ts';
import { subscribeRows, validateRows } from '../../../src/domain/audience/subscribe-rows.ts';
import { recordEvent, recordEvents } from '../../../src/domain/insight/record-events.ts';
import { bootstrap } from '../../../src/domain/platform/teams.ts';
import { createLog } from '../../../src/log.ts';
import { createScope, type Scope, transaction, WORKER } from '../../../src/scope.ts';
import { columns, median } from '../compare.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const KNOWN = 100_000;
const FIRST = 1_000_000;

const NO_SEARCH = 'drop index if exists subscribers_words_idx';
const NOTHING = `${NO_SEARCH};
  drop trigger note_insert on events; drop trigger note_insert on touches; drop trigger note_insert on subscribers;
  drop index events_team_id_name_occurred_at_person_key_idx;
  drop index subscribers_team_id_list_id_status_engaged_at_person_key_idx`;
const VARIANTS = { 'as it is': 'select 1', 'without search': NO_SEARCH, 'without any of it': NOTHING };

const row = (number: number) => ({
  email: `reader-${number}@mail-${number % 97}.example`,
  first_name: `Name ${number % 500}`,
  last_name: `Surname ${number % 3000}`,
  locale: number % 2 ? 'en' : 'de',
  tags: ['customer', `t${number % 20}`],
  attributes: { city: `Town ${number % 300}`, age: number % 80 },
});
const event = (number: number, person: number) => ({
  email: `reader-${person}@mail-${person % 97}.example`,
  name: ['page.viewed', 'product.viewed', 'login', 'order'][number % 4],
  properties: { path: `/p/${number % 100}` },
  reference: `event-${number}`,
});

interface Side {
  scope: Scope;
  list: List;
  connection: Connection;
  next: number;
}

const scattered = (number: number) => (number * 7919) % KNOWN;
const times = (count: number, make: (index: number) => Promise<unknown>) =>
  Array.from({ length: count }, (_, index) => index).reduce(
    (before, index) => before.then(() => make(index)),
    Promise.resolve() as Promise<unknown>,
  );
const take = (side: Side, count: number) => {
  side.next += count;
  return Array.from({ length: count }, (_, index) => side.next - count + index);
};
const subscribe = (side: Side, rows: object[]) =>
  transaction(side.scope, (scope) => subscribeRows(scope, side.list, validateRows(rows)));
const given = ({ first_name, last_name, ...rest }: ReturnType<typeof row>) => ({
  ...rest,
  firstName: first_name,
  lastName: last_name,
});
const shop = (numbers: number[], person: (number: number) => number) =>
  numbers.map((number) => {
    const { reference, ...rest } = event(number, person(number));
    return { ...rest, reference };
  });

/** Each returns the number of written rows. */
const WORK: Record<string, (side: Side) => Promise<number>> = {
  // A person's first event of a day moves `engaged_at`; later ones do not.
  'events, batches of 1000, first of the day': async (side) => {
    await times(5, () => recordEvents(side.scope, shop(take(side, 1000), scattered)));
    return 5_000;
  },
  'events, batches of 1000, of people seen today': async (side) => {
    await times(10, () =>
      recordEvents(
        side.scope,
        shop(take(side, 1000), (number) => scattered(FIRST + (number % 4_000))),
      ),
    );
    return 10_000;
  },
  'events, batches of 1000, of new people': async (side) => {
    await times(10, () =>
      recordEvents(
        side.scope,
        shop(take(side, 1000), (number) => number + 10 * KNOWN),
      ),
    );
    return 10_000;
  },
  'events, single, 50 at once': async (side) => {
    await times(20, () =>
      Promise.all(
        shop(take(side, 50), (number) => scattered(FIRST + (number % 4_000))).map((event) =>
          recordEvent(side.scope, event),
        ),
      ),
    );
    return 1_000;
  },
  'subscribe, batches of 100, new': async (side) => {
    await times(20, () =>
      subscribe(
        side,
        take(side, 100).map((number) => given(row(KNOWN + number))),
      ),
    );
    return 2_000;
  },
  'import of 100,000, chunks of 500, new': async (side) => {
    await times(200, () =>
      subscribe(
        side,
        take(side, 500).map((number) => given(row(KNOWN + number))),
      ),
    );
    return 100_000;
  },
  'import, chunks of 500, known': async (side) => {
    await times(20, (chunk) =>
      subscribe(
        side,
        Array.from({ length: 500 }, (_, index) => given(row(chunk * 500 + index))),
      ),
    );
    return 10_000;
  },
};

const words = process.argv.slice(2);
const isChosen = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
const log = createLog('warn');
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, log);
const sides = new Map<string, Side>();
try {
  await migrate(database.url, log);
  await seed();
  for (const [index, [name, statement]] of Object.entries(VARIANTS).entries())
    sides.set(name, await open(`side_${index}`, statement));
  const results: string[][] = [];
  for (const [name, work] of Object.entries(WORK).filter(([name]) => isChosen(name))) {
    const rates = new Map([...sides.keys()].map((side) => [side, [] as number[]]));
    const rounds = name.includes('100,000') ? 1 : ROUNDS;
    for (let round = 0; round <= rounds; round += 1) {
      for (const [key, side] of sides) {
        const from = performance.now();
        const rows = await work(side);
        if (round > 0 || name.includes('100,000')) rates.get(key)!.push((rows / (performance.now() - from)) * 1000);
      }
    }
    const medians = [...rates.values()].map(median);
    results.push([
      name,
      ...medians.map((rate) => Math.round(rate).toLocaleString('en')),
      (medians[0]! / medians[2]!).toFixed(2),
    ]);
    console.error(results.at(-1)!.join('  '));
  }
  console.log(`\n${columns([['rows/s', ...sides.keys(), 'as it is / without'], ...results])}`);
} finally {
  for (const { connection } of sides.values()) await connection.close();
  await database.stop();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}

async function seed(): Promise<void> {
  const connection = connect(database.url, 4);
  await bootstrap(connection.db);
  const scope = createScope(connection.db, { id: 1 }, WORKER);
  const list = await createList(scope, { name: 'News', fromEmail: 'news@shop.example' });
  const side = { scope, list, connection, next: 0 };
  for (let first = 0; first < KNOWN; first += 1000) {
    await subscribe(
      side,
      Array.from({ length: 1000 }, (_, index) => given(row(first + index))),
    );
  }
  await connection.pool.query('vacuum analyze');
  await connection.close();
}

/** A copy of the seeded database, changed by the statement. */
async function open(name: string, statement: string): Promise<Side> {
  const admin = new pg.Client({ connectionString: database.url.replace(/\/tidings$/, '/postgres') });
  await admin.connect();
  await admin.query(`create database ${name} template tidings`).finally(() => admin.end());
  const connection = connect(database.url.replace(/\/tidings$/, `/${name}`), 4);
  await connection.pool.query(statement);
  const scope = createScope(connection.db, { id: 1 }, WORKER);
  const list = await connection.db.list.findFirstOrThrow();
  return { scope, list, connection, next: FIRST };
}
