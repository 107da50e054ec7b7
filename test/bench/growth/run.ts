/**
 * `npm run bench:growth`: the cost of a row while events grow from 10 thousand to 10 million, in one table and in month
 * partitions, alternately. GROWTH_SIZES (10000,100000,1000000,10000000; 100000000 takes 90 GB for both) and GROWTH_DIR, the
 * temporary folder of the cluster. Rows are generated in SQL over three years; measured are batches of 1000 by one connection,
 * with all triggers.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { databaseHome } from '../../../src/database/home.ts';
import { createLog } from '../../../src/log.ts';
import { columns, median } from '../compare.ts';
import { barChart } from './bar-chart.ts';
import { batch, fill, type Layout, openLayout, personOf, readKeys } from './layouts.ts';

const SIZES = (process.env.GROWTH_SIZES ?? '10000,100000,1000000,10000000').split(',').map(Number);
const BATCHES = Number(process.env.GROWTH_BATCHES ?? 40);
const PAGES = 300;
const TICK_MS = 10;

/** Medians. CPU time is that of the one PostgreSQL backend. */
interface Figures {
  /** Microseconds per recorded row. */
  cpu: number;
  wall: number;
  /** Milliseconds for a page of 50 events of a person, and for an event by its id. */
  page: number;
  byId: number;
  /** Megabytes of the written indexes. */
  hot: number;
}

const PAGE = `select * from events where team_id = 1 and person_key = $1 order by occurred_at desc, id desc limit 51`;
const BY_ID = 'select * from events where team_id = 1 and id = $1';

const SIZE = `select sum(pg_indexes_size(t))::float8 / 1048576 as mb from unnest(array`;
const HOT = {
  'one table': `${SIZE}['events'::regclass]) t`,
  'by month': `${SIZE}['event_references'::regclass, ('event_months.events_' || to_char(now() at time zone 'UTC', 'YYYY_MM'))::regclass]) t`,
};

const home = await mkdtemp(join(process.env.GROWTH_DIR ?? tmpdir(), 'tidings-growth-'));
const database = await startEmbedded(home, createLog('warn'));
const close = async () => {
  await database.stop();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));
try {
  const layouts = [await openLayout(database.url, 'one table'), await openLayout(database.url, 'by month')];
  await readKeys(layouts[0]!);
  const results = new Map<string, Figures[]>(layouts.map(({ name }) => [name, []]));
  for (const size of SIZES) {
    for (const layout of layouts) await fill(layout, size);
    const figures = await measure(layouts);
    for (const [name, figure] of figures) results.get(name)!.push(figure);
    console.error(size, JSON.stringify([...figures]));
  }
  for (const { client } of layouts) await client.end();
  print(results);
} finally {
  await close();
}

async function measure(layouts: readonly Layout[]): Promise<Map<string, Figures>> {
  const pids = new Map<string, number>();
  const times = new Map(layouts.map(({ name }) => [name, { cpu: 0, walls: [] as number[] }]));
  for (const { name, client } of layouts)
    pids.set(name, (await client.query('select pg_backend_pid() as pid')).rows[0].pid);
  for (let round = -5; round < BATCHES; round++) {
    for (const { name, client, insert } of layouts) {
      const rows = batch();
      const [cpu, from] = [processorTime(pids.get(name)!), performance.now()];
      await client.query({ name: 'insert', text: insert, values: [rows] });
      if (round < 0) continue;
      times.get(name)!.cpu += processorTime(pids.get(name)!) - cpu;
      times.get(name)!.walls.push(performance.now() - from);
    }
  }
  const figures = new Map<string, Figures>();
  for (const layout of layouts) {
    const { cpu, walls } = times.get(layout.name)!;
    const { rows } = await layout.client.query(HOT[layout.name as keyof typeof HOT]);
    const reads = await read(layout);
    figures.set(layout.name, { cpu: cpu / BATCHES, wall: median(walls), ...reads, hot: rows[0].mb });
  }
  return figures;
}

async function read({ client }: Layout): Promise<Pick<Figures, 'page' | 'byId'>> {
  const [pages, byId] = [[] as number[], [] as number[]];
  for (let n = 0; n < PAGES; n++) {
    let from = performance.now();
    const { rows } = await client.query({ name: 'page', text: PAGE, values: [personOf(n * 331)] });
    pages.push(performance.now() - from);
    const { id } = rows.at(-1) ?? {};
    if (!id) continue;
    from = performance.now();
    await client.query({ name: 'byId', text: BY_ID, values: [id] });
    byId.push(performance.now() - from);
  }
  return { page: median(pages), byId: median(byId) };
}

/** Milliseconds of a process, in user and system mode. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function print(results: Map<string, Figures[]>): void {
  const head = [
    'events',
    'layout',
    'CPU µs per row',
    'µs per row',
    'ms per page',
    'ms by id',
    'MB of indexes written to',
  ];
  const lines = SIZES.flatMap((size, index) =>
    [...results].map(([name, figures]) => {
      const { cpu, wall, page, byId, hot } = figures[index]!;
      return [
        size.toLocaleString('en'),
        name,
        cpu.toFixed(1),
        wall.toFixed(1),
        page.toFixed(2),
        byId.toFixed(2),
        hot.toFixed(0),
      ];
    }),
  );
  console.log(columns([head, ...lines]));
  for (const [title, of] of [
    ['CPU µs per row', ({ cpu }: Figures) => cpu],
    ['ms per page of one person', ({ page }: Figures) => page],
    ['MB of indexes written to', ({ hot }: Figures) => hot],
  ] as const) {
    console.log(`\n${barChart(title, SIZES, new Map([...results].map(([name, figures]) => [name, figures.map(of)])))}`);
  }
}
