/**
 * `npm run bench:streams`: 200 live readers of transactionalMailStatusChanged by SSE and 200 that never read, while the status of
 * 50,000 e-mails changes, announced as the ledger does: a hundred notices per transaction. First the live readers follow one
 * recipient each, then all of them follow everything. Prints the received changes and their order, the speed, and the growth of
 * the server's memory. BENCH_CHANGES and BENCH_READERS make it smaller.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { createLog } from '../../src/log.ts';
import { TOKEN } from './bench-server.ts';
import { compile, serve } from './processes.ts';
import { type LiveReader, readLive, readNothing } from './streams/reader.ts';

const CHANGES = Number(process.env.BENCH_CHANGES ?? 50_000);
const READERS = Number(process.env.BENCH_READERS ?? 200);
/** Large enough for unread data to exceed the system's buffer of a connection. */
const SUBJECT_BYTES = 4_000;
const A_TRANSACTION = 100;
const MAX_GROWTH_MB = 200;
const STANDSTILL_MS = 30_000;

await compile();
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, createLog('warn'));
const unlimited = { RATE_LIMIT_PER_MINUTE: '0', MAX_SUBSCRIPTIONS: '0', LIVE_VALUES_PER_MINUTE: '0' };
const env = { DATABASE_URL: database.url, DATA_DIR: home, BOOTSTRAP_TOKEN: TOKEN, ...unlimited };
const server = await serve(env);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await client.query(
  `insert into transactional_mails (team_id, id, template, template_id, from_email, "to", recipients, subject, status)
   select t.id, gen_random_uuid(), 'order', gen_random_uuid(), 'a@b.example', '{}', array['r' || n % $3 || '@x.test'],
     repeat('x', $1), 'sent'
   from teams t, generate_series(0, $2 - 1) n`,
  [SUBJECT_BYTES, CHANGES, READERS],
);
const { rows: mails } = await client.query<{ id: string; team: number; recipient: string }>(
  'select id::text, team_id as team, recipients[1] as recipient from transactional_mails order by id',
);

async function megabytes(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 1024 ** 2;
}

/** Announces every change; returns the seconds it took. */
async function announceAll(): Promise<number> {
  const from = performance.now();
  for (let at = 0; at < mails.length; at += A_TRANSACTION) {
    const payloads = mails
      .slice(at, at + A_TRANSACTION)
      .map(({ id, team }) => JSON.stringify({ topic: 'mail.status', teamId: team, id, status: 'sent' }));
    await client.query(`select pg_notify('tidings', payload) from unnest($1::text[]) payload`, [payloads]);
  }
  return (performance.now() - from) / 1_000;
}

/**
 * Waits until every reader has everything, or nothing has come for long. Returns the highest memory and the slowest response in
 * the meantime.
 */
async function awaitAll(readers: readonly LiveReader[], expected: readonly number[]) {
  let [highest, slowest, seen, since] = [await megabytes(), 0, -1, performance.now()];
  while (!readers.every((reader, index) => reader.fault || reader.seen >= expected[index]!)) {
    const asked = performance.now();
    highest = Math.max(highest, await megabytes());
    slowest = Math.max(slowest, performance.now() - asked);
    const sum = readers.reduce((total, reader) => total + reader.seen, 0);
    if (sum !== seen) since = performance.now();
    else if (performance.now() - since > STANDSTILL_MS) break;
    seen = sum;
    await sleep(200);
  }
  return { highest, slowest };
}

async function measure(label: string, recipientOf: (reader: number) => string | undefined) {
  const wanted = Array.from({ length: READERS }, (_, reader) => {
    const recipient = recipientOf(reader);
    const theirs = recipient ? mails.filter((mail) => mail.recipient === recipient) : mails;
    return { argument: recipient ? `(recipient: "${recipient}")` : '', ids: theirs.map(({ id }) => id) };
  });
  const live = await Promise.all(wanted.map(({ argument, ids }) => readLive(server.url, TOKEN, argument, ids)));
  const stalled = await Promise.all(Array.from({ length: READERS }, () => readNothing(server.url, TOKEN)));
  const before = await megabytes();
  const from = performance.now();
  const announced = announceAll();
  const { highest, slowest } = await awaitAll(
    live,
    wanted.map(({ ids }) => ids.length),
  );
  const seconds = (performance.now() - from) / 1_000;
  const grown = highest - before;
  const complete = live.filter((reader, index) => !reader.fault && reader.seen === wanted[index]!.ids.length).length;
  const delivered = live.reduce((total, { seen }) => total + seen, 0);
  const [fault = ''] = live.flatMap((reader) => reader.fault ?? []);
  for (const reader of live) reader.close();
  for (const leave of stalled) leave();
  return {
    ...{
      label,
      'live with all, in order': `${complete} of ${READERS}`,
      delivered,
      'announced in s': Number((await announced).toFixed(1)),
    },
    ...{ 'got in s': Number(seconds.toFixed(1)), 'a second': Math.round(delivered / seconds) },
    ...{
      'memory before': Math.round(before),
      'grew MB': Math.round(grown),
      'slowest answer, ms': Math.round(slowest),
      load: loadavg()[0]!.toFixed(1),
    },
    ...{ ok: complete === READERS && grown < MAX_GROWTH_MB, fault: fault.slice(0, 120) },
  };
}

try {
  const rows = [await measure('a recipient each', (reader) => `r${reader}@x.test`)];
  console.table(rows);
  await sleep(2_000);
  rows.push(await measure('everything', () => undefined));
  console.table(rows);
} finally {
  await client.end();
  await server.stop();
  await database.stop();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}
