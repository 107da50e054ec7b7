/**
 * `npm run bench:csv`: a CSV file of BENCH_ROWS (1,000,000) rows through HTTP compared with COPY of the same rows into the same
 * tables, with the server's memory and its response time to other calls, and BENCH_FILES (1) such files, because a server is
 * slower at its first. Then BENCH_KILL_ROWS (200,000) rows while the server is killed with SIGKILL BENCH_KILLS (3) times: the
 * totals must be exact.
 */
import { createReadStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { createLog } from '../../src/log.ts';
import { TOKEN } from './bench-server.ts';
import { columns } from './compare.ts';
import { COLUMNS, TAGS, writeFiles } from './csv-rows.ts';
import { compile, serve } from './processes.ts';
import { watchAnswers, watchMemory } from './watch.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const FILES = Number(process.env.BENCH_FILES ?? 1);
const KILL_ROWS = Number(process.env.BENCH_KILL_ROWS ?? 200_000);
const KILLS = Number(process.env.BENCH_KILLS ?? 3);
const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };

type Server = Awaited<ReturnType<typeof serve>>;
interface Progress {
  id: string;
  status: string;
  processed: number;
  added: number;
  updated: number;
  failed: number;
  finished_at: string | null;
}

await compile();
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
await chmod(home, 0o755);
const database = await startEmbedded(home, createLog('warn'));
const settings = { DATABASE_URL: database.url, BOOTSTRAP_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0' };
let server: Server = await serve(settings);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  const lines: [string, string][] = [];
  for (let file = 0; file < FILES; file++) lines.push(...(await measure()));
  if (KILLS > 0) lines.push(...(await kill()));
  console.log(columns(lines));
} finally {
  await client.end();
  await server.stop();
  await database.stop();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}

async function measure(): Promise<[string, string][]> {
  const { listId, files } = await prepareData(ROWS);
  await client.query('checkpoint');
  const from = performance.now();
  for (const table of ['people', 'subscribers'] as const) {
    await client.query(`copy ${table} (${COLUMNS[table]}) from '${files[table]}'`);
  }
  const copied = (performance.now() - from) / 1000;
  await empty();
  const memory = watchMemory(server.pid);
  const waits = watchAnswers(`${server.url}/v1/imports/${listId}`, AUTHORIZATION);
  const begun = performance.now();
  const id = await upload(listId, files.csv);
  const uploaded = (performance.now() - begun) / 1000;
  const done = await finished(id);
  const imported = (performance.now() - begun) / 1000;
  const [min, max] = memory();
  const answers = await waits();
  await check(done, listId, ROWS);
  return [
    [`COPY of ${ROWS} rows`, `${copied.toFixed(1)} s`],
    ['the file through HTTP', `${imported.toFixed(1)} s, of which ${uploaded.toFixed(1)} s until the 202`],
    ['ratio', (copied / imported).toFixed(2)],
    ['memory of the server', `${min} MB, ${max} MB at most: + ${max - min} MB`],
    ['another request meanwhile', answers],
  ];
}

async function kill(): Promise<[string, string][]> {
  const { listId, files } = await prepareData(KILL_ROWS);
  const id = await upload(listId, files.csv);
  for (let number = 1; number <= KILLS; number++) {
    const goal = (number * KILL_ROWS) / (KILLS + 1);
    while ((await progress(id)).processed < goal) await sleep(20);
    process.kill(server.pid, 'SIGKILL');
    server = await serve(settings);
  }
  const done = await finished(id);
  await check(done, listId, KILL_ROWS);
  return [[`${KILL_ROWS} rows, killed ${KILLS} times`, 'exact']];
}

/** An empty audience with one list, and the files. */
async function prepareData(rows: number) {
  await empty();
  const answer = await call('POST', '/lists', { name: 'Bench', from_email: 'news@shop.example' });
  const listId = answer.data.id as string;
  await client.query(
    `insert into tags (team_id, name, slug) select 1, name, name from unnest($1::text[]) name on conflict do nothing`,
    [TAGS],
  );
  const tags = await client.query('select id, slug from tags');
  const tagIds = TAGS.map((name) => tags.rows.find(({ slug }) => slug === name).id as number);
  const named = (name: string) => join(home, `${name}.${rows}`);
  const files = { csv: named('csv'), people: named('people'), subscribers: named('subscribers') };
  await writeFiles(files, rows, { teamId: 1, listId, tagIds });
  return { listId, files };
}

async function empty(): Promise<void> {
  await client.query('truncate subscribers, people cascade');
  await client.query('vacuum analyze');
}

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { ...AUTHORIZATION, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { data: Record<string, unknown> };
}

async function upload(listId: string, file: string): Promise<string> {
  const sending = request(`${server.url}/v1/lists/${listId}/imports`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'text/csv' },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sending.on('error', reject).on('response', async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      if (answer.statusCode === 202) resolve(JSON.parse(text).data.id);
      else reject(new Error(`${answer.statusCode} ${text}`));
    });
  });
  await pipeline(createReadStream(file), sending);
  return answered;
}

async function progress(id: string): Promise<Progress> {
  return (await call('GET', `/imports/${id}`)).data as unknown as Progress;
}

async function finished(id: string): Promise<Progress> {
  for (;;) {
    const now = await progress(id);
    if (process.env.BENCH_WATCH) console.error(JSON.stringify(now).slice(0, 300));
    if (now.finished_at) return now;
    await sleep(50);
  }
}

async function check(done: Progress, listId: string, rows: number): Promise<void> {
  const { rows: found } = await client.query('select count(*)::int as count from subscribers where list_id = $1', [
    listId,
  ]);
  const { status, processed, added, updated, failed } = done;
  const seen = [status, processed, added, updated, failed, found[0].count].join();
  if (seen !== ['completed', rows, rows, 0, 0, rows].join()) throw new Error(`not what it should be: ${seen}`);
}
