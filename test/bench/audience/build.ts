import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../../../src/database/connect.ts';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { checkoutRoot, databaseHome } from '../../../src/database/home.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { bootstrap } from '../../../src/domain/platform/teams.ts';
import { createLog } from '../../../src/log.ts';
import { ADD_MAILINGS } from '../../support/mailings.ts';
import { TOKEN } from '../bench-server.ts';
import { withoutIndexes } from './indexes.ts';
import { CAMPAIGN, LIST, type Step, steps, TAGS, TEMPLATES } from './rows.ts';

export const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 1_000_000);
export const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000_000);

/** While it is built it needs no durability. */
const BUILDING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '20GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  shared_buffers: '1GB',
};

const HEAVY = [
  'people',
  'subscribers',
  'events',
  'event_references',
  'touches',
  'transactional_mails',
  'messages',
  'sales',
  'person_events',
];
/** Their triggers would repeat row by row the work that the steps do in sets. */
const WATCHED = ['subscribers', 'events', 'touches'];
/** Month partitions for the two years of the events, as if it had been installed then. */
const MONTHS = `
  drop table event_months.events_before;
  do $$ declare month timestamptz; begin
    for n in 0..25 loop
      month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - n * interval '1 month';
      execute format('create table event_months.%I partition of events for values from (%L) to (%L)',
        'events_' || to_char(month, 'YYYY_MM'), first_id_at(month), first_id_at(month + interval '1 month'));
    end loop;
  end $$`;
const PORTION = 250_000;

/** The folder of the built audience: its name contains sizes, migrations and the code that made it. */
async function cacheFolder(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([SUBSCRIBERS, EVENTS]));
  for (const { checksum } of await readMigrations()) hash.update(checksum);
  hash.update(readFileSync(new URL('./rows.ts', import.meta.url)));
  return join(checkoutRoot(), 'node_modules/.cache/tidings-bench-audience', hash.digest('hex').slice(0, 12));
}

/** The audience on a running server with production settings; built if missing. */
export async function openAudience() {
  const folder = await cacheFolder();
  const log = createLog('warn');
  if (!existsSync(join(folder, 'complete'))) await build(folder);
  const database = await startEmbedded(folder, log);
  return { url: database.url, folder, stop: () => database.stop() };
}

async function build(folder: string): Promise<void> {
  console.error(
    `building ${SUBSCRIBERS.toLocaleString('en')} subscribers and ${EVENTS.toLocaleString('en')} events in ${folder}`,
  );
  await rm(databaseHome(folder), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const log = createLog('warn');
  const database = await startEmbedded(folder, log, BUILDING);
  try {
    await migrate(database.url, log);
    const { db, close } = connect(database.url, 1);
    await bootstrap(db, { secret: TOKEN }).finally(close);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await fill(client).finally(() => client.end());
  } finally {
    await database.stop();
  }
  await writeFile(join(folder, 'complete'), '');
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into lists (team_id, id, name, from_email) values (1, '${LIST}', 'All', 'news@shop.example')`,
  );
  await client.query(
    `insert into tags (team_id, id, name, slug) select 1, n, name, name from unnest($1::text[]) with ordinality t(name, n)`,
    [TAGS],
  );
  await client.query(`insert into contact_fields (team_id, key, label, type)
    select 1, key, key, type::"ContactFieldType" from (values ('city','text'),('age','number'),('score','number'),('born','date'),('renewal','date'),('vip','boolean')) f(key, type)`);
  await client.query(
    `insert into templates (team_id, id, name, editor, subject, content, html)
     select 1, gen_random_uuid(), name, 'html', name, name, name from unnest($1::text[]) name`,
    [TEMPLATES],
  );
  await client.query(
    `insert into campaigns (team_id, id, list_id, name, template_id, status)
     values (1, '${CAMPAIGN}', '${LIST}', 'May', gen_random_uuid(), 'sent')`,
  );
  await client.query(ADD_MAILINGS);
  await client.query('create unlogged table numbered (n bigint primary key, key uuid not null, email text not null)');
  await client.query('create unlogged table activity (person_key uuid not null, at timestamptz not null)');
  await client.query(MONTHS);
  for (const table of WATCHED) await client.query(`alter table ${table} disable trigger user`);
  await client.query('select setseed(0.42)');
  await withoutIndexes(client, HEAVY, async () => {
    for (const step of steps(SUBSCRIBERS, EVENTS)) await take(client, step);
  });
  await client.query('drop table numbered, activity');
  for (const table of WATCHED) await client.query(`alter table ${table} enable trigger user`);
  await client.query(`select setval(pg_get_serial_sequence('touches', 'id'), (select max(id) from touches))`);
  console.error('vacuum, analyze');
  await client.query('vacuum (freeze, analyze)');
}

async function take(client: pg.Client, { name, rows, statement }: Step): Promise<void> {
  const from = performance.now();
  for (let first = 1; first <= rows; first += PORTION) {
    const last = Math.min(rows, first + PORTION - 1);
    await client.query(statement(first, last));
    progress(name, last / rows, from);
  }
  process.stderr.write('\n');
  await client.query('analyze');
}

function progress(name: string, done: number, from: number): void {
  const bar = '█'.repeat(Math.round(done * 30)).padEnd(30, '░');
  process.stderr.write(
    `\r${name.padEnd(12)} ${bar} ${Math.round(done * 100)} % ${Math.round((performance.now() - from) / 1000)} s`,
  );
}
