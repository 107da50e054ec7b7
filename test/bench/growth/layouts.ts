import pg from 'pg';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { newId, personKey } from '../../../src/ids.ts';
import { createLog } from '../../../src/log.ts';

/** How many people share the events. */
export const PEOPLE = 100_000;
const MONTHS = 36;
const PORTION = 500_000;
const FIRST_MONTHS = '0070_event_months';

/** A layout of events: a database, and the statement that records a batch in it. */
export interface Layout {
  name: string;
  client: pg.Client;
  insert: string;
}

const GIVEN = `
  with given as materialized (
    select * from json_to_recordset($1::json) as given(id uuid, person uuid, name text, at timestamptz, reference text)
  )`;
const ONE_TABLE = `${GIVEN}
  insert into events (team_id, id, person_key, name, properties, occurred_at, reference)
  select 1, id, person, name, '{"total": 12.5, "source": "newsletter"}', at, reference from given
  on conflict (team_id, reference) do nothing`;
const BY_MONTH = `${GIVEN}, referenced as (
    insert into event_references select 1, reference from given on conflict do nothing returning reference
  )
  insert into events (team_id, id, person_key, name, properties, occurred_at, reference)
  select 1, id, person, name, '{"total": 12.5, "source": "newsletter"}', at, reference from given
  where reference in (select reference from referenced)`;

/** The database before events had month partitions, or the current one. */
export async function openLayout(url: string, name: 'one table' | 'by month'): Promise<Layout> {
  const database = name.replace(' ', '_');
  const admin = new pg.Client({ connectionString: url.replace(/\/tidings$/, '/postgres') });
  await admin.connect();
  await admin.query(`create database ${database}`).finally(() => admin.end());
  const own = url.replace(/\/tidings$/, `/${database}`);
  const known = await readMigrations();
  const until = name === 'by month' ? known.length : known.findIndex(({ name }) => name === FIRST_MONTHS);
  await migrate(own, createLog('warn'), known.slice(0, until));
  const client = new pg.Client({ connectionString: own });
  client.on('error', () => {}); // the failing statement reports it
  await client.connect();
  await client.query(`insert into teams (public_id, name) values (gen_random_uuid(), 'Shop')`);
  await client.query(
    `insert into people (team_id, key, email) select 1, md5('p' || n)::uuid, 'p' || n || '@shop.example' from generate_series(1, ${PEOPLE}) n`,
  );
  if (name === 'by month') await client.query(PAST_MONTHS);
  return { name, client, insert: name === 'by month' ? BY_MONTH : ONE_TABLE };
}

const PAST_MONTHS = `
  drop table event_months.events_before;
  do $$ declare month timestamptz; begin
    for n in 0..${MONTHS} loop
      month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - n * interval '1 month';
      execute format('create table event_months.%I partition of events for values from (%L) to (%L)',
        'events_' || to_char(month, 'YYYY_MM'), first_id_at(month), first_id_at(month + interval '1 month'));
    end loop;
  end $$`;

const FILL = `
  insert into events (team_id, id, person_key, name, properties, occurred_at, reference, created_at)
  select 1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid,
         md5('p' || 1 + (n::bigint * 7919) % ${PEOPLE})::uuid, (array['visit', 'login', 'cart', 'order', 'search'])[1 + n % 5],
         '{"total": 12.5, "source": "newsletter"}', at, md5(n::text), at
  from (select n, now() - interval '${MONTHS - 1} months' * (1 - n::float8 / $3) as at from generate_series($1::int, $2::int) n) made`;

const KEYS = {
  'one table': ['alter table events add constraint events_pkey primary key (team_id, id)'],
  'by month': [
    'alter table events add constraint events_pkey primary key (team_id, id)',
    'insert into event_references select team_id, reference from events',
    'alter table event_references add constraint event_references_pkey primary key (team_id, reference)',
  ],
};
const PERSON = 'events_team_id_person_key_occurred_at_id_idx';
const NAME = 'events_team_id_name_occurred_at_person_key_idx';

/** Fills the layout with this many events, spread over three years, and their dependent rows. References are random. */
export async function fill({ name, client }: Layout, events: number): Promise<void> {
  const isMonthly = name === 'by month';
  await client.query(`truncate events, person_events${isMonthly ? ', event_references' : ''}`);
  await client.query(
    'set synchronous_commit = off; set session_replication_role = replica; set maintenance_work_mem = 524288',
  );
  await client.query(`alter table events drop constraint events_pkey; drop index ${PERSON}, ${NAME}`);
  await client.query(
    isMonthly
      ? 'alter table event_references drop constraint event_references_pkey'
      : 'drop index events_team_id_reference_key',
  );
  for (let first = 1; first <= events; first += PORTION) {
    await client.query(FILL, [first, Math.min(events, first + PORTION - 1), events]);
    process.stderr.write(`\r${name}: ${first.toLocaleString('en')} of ${events.toLocaleString('en')} `);
  }
  for (const statement of KEYS[isMonthly ? 'by month' : 'one table']) await client.query(statement);
  await client.query(`create index ${PERSON} on events (team_id, person_key, occurred_at desc, id desc)`);
  await client.query(`create index ${NAME} on events (team_id, name, occurred_at, person_key)`);
  if (!isMonthly) await client.query('create unique index events_team_id_reference_key on events (team_id, reference)');
  await client.query(
    'insert into person_events select team_id, person_key, name, count(*), min(occurred_at), max(occurred_at) from events group by 1, 2, 3',
  );
  await client.query('reset session_replication_role; reset synchronous_commit');
  await client.query('vacuum (analyze) events, person_events');
  await client.query('checkpoint');
  process.stderr.write('\n');
}

/** The number of the next event: never used before. */
let next = 1_000_000_000;

/** A batch of 1000 new current events, as JSON. */
export const batch = (): string =>
  JSON.stringify(
    Array.from({ length: 1000 }, () => {
      next += 1;
      return {
        ...{ id: newId(), person: personOf(next), name: ['visit', 'login', 'cart', 'order', 'search'][next % 5] },
        ...{ at: new Date(), reference: personKey(next, 'reference').replaceAll('-', '') },
      };
    }),
  );

const keys = new Map<number, string>();

/** Loads the keys for `personOf`. */
export async function readKeys({ client }: Layout): Promise<void> {
  const { rows } = await client.query<{ key: string }>('select key from people order by email');
  for (const [index, { key }] of rows.entries()) keys.set(index, key);
}

export const personOf = (n: number): string => keys.get((n * 7919) % PEOPLE) as string;
