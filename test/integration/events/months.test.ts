import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createLog } from '../../../src/log.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 12 });
});
afterAll(() => api.close());

const query = (sql: string) => statement(api.databaseUrl, sql);
const record = async (days: number, more: object = {}) => {
  const event = {
    email: 'a@month.test',
    name: 'visit',
    occurred_at: new Date(Date.now() + days * DAY_MS).toISOString(),
  };
  const answer = await api.rest('POST', '/events', { ...event, ...more });
  expect(answer.status).toBe(201);
  return answer.body.data.id as string;
};
/** Without the number that a part has on a worker of a cluster. */
const partOf = async (id: string) =>
  String((await query(`select tableoid::regclass::text as part from events where id = '${id}'`))[0]?.part).replace(
    /_\d{6,}$/,
    '',
  );

test('there is a part for this month and for each of the next three', async () => {
  const ahead = `select count(*)::int as count from event_months.months where until_id > first_id_at(now()) and name <> 'events_other'`;
  expect(await query(ahead)).toEqual([{ count: 4 }]);
});

test('an event is in the month of its recording, even if it is old, and is found by id and by person', async () => {
  const ids = [await record(-3650), await record(-1), await record(0.9)];
  for (const id of ids) {
    expect(await partOf(id)).toBe('event_months.events_before');
    const { body } = await api.graphql('query($id: ID!) { node(id: $id) { id ... on Event { email name } } }', { id });
    expect(body.data.node).toEqual({ id, email: 'a@month.test', name: 'visit' });
  }
  const listed = (await api.rest('GET', '/events?email=a@month.test')).body.data;
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
});

test('pages of one person cover all months, both ways', async () => {
  await query(`
    with part as (select first_id_at(now() + interval '40 days') as id)
    insert into events (team_id, id, person_key, name, occurred_at)
    select ${api.teamId}, overlay(gen_random_uuid()::text placing left(id::text, 14) from 1)::uuid,
           person_key(${api.teamId}, 'a@month.test'), 'ahead', now() - n * interval '700 days' from part, generate_series(0, 5) n`);
  const all = (await api.rest('GET', '/events?email=a@month.test')).body.data as { id: string; occurred_at: string }[];
  expect(all.length).toBe(9);
  expect(all.map(({ occurred_at: at }) => at)).toEqual(
    all
      .map(({ occurred_at: at }) => at)
      .toSorted()
      .toReversed(),
  );
  const walk = async (size: string, cursor: string, arrow: string) => {
    const seen: string[] = [];
    let from: string | null = null;
    do {
      const { body } = await api.graphql(
        `query($from: String) { events(email: "a@month.test", ${size}: 2, ${cursor}: $from) {
           nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`,
        { from },
      );
      const { nodes, pageInfo } = body.data.events;
      const ids = nodes.map(({ id }: { id: string }) => id);
      seen.push(...(arrow === 'end' ? ids : ids.toReversed()));
      const more = arrow === 'end' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
      from = more ? pageInfo[`${arrow}Cursor`] : null;
    } while (from);
    return seen;
  };
  const ids = all.map(({ id }) => id);
  expect(await walk('first', 'after', 'end')).toEqual(ids);
  expect(await walk('last', 'before', 'start')).toEqual(ids.toReversed());
});

test('an event of a month without a part is still recorded, and the next months get their parts', async () => {
  await query('delete from events');
  for (const { name } of await query(`select name from event_months.months where until_id is not null`)) {
    if (name !== 'events_before') await query(`drop table event_months.${name}`);
  }
  await query('alter table events detach partition event_months.events_before');
  await query(
    `alter table events attach partition event_months.events_before for values from (minvalue) to (first_id_at(now() - interval '100 days'))`,
  );
  const id = await record(-1, { reference: 'late' });
  expect(await partOf(id)).toBe('event_months.events_other');
  const jobs = startJobs(api.installation);
  const ahead = `select count(*)::int as count from event_months.months where until_id > first_id_at(now() + interval '1 hour')`;
  await until(async () => Number((await query(ahead))[0]?.count) >= 3);
  await jobs.stop();
  expect((await api.rest('GET', '/events?email=a@month.test')).body.data).toMatchObject([{ id, reference: 'late' }]);
  expect(
    (await api.rest('POST', '/events', { email: 'a@month.test', name: 'visit', reference: 'late' })).body.data.status,
  ).toBe('duplicate');
});

test('a migration keeps earlier records: rows, references, counts, and ids not made by a clock', async () => {
  const database = await createTestDatabase({ empty: true });
  const known = await readMigrations();
  const log = createLog('silent');
  await migrate(
    database.url,
    log,
    known.slice(
      0,
      known.findIndex(({ name }) => name === '0070_event_months'),
    ),
  );
  await statement(
    database.url,
    `insert into teams (public_id, name) values (gen_random_uuid(), 'One'), (gen_random_uuid(), 'Two');
     insert into people (team_id, key, email) select t, person_key(t, 'p' || n), 'p' || n || '@old.test' from generate_series(1, 2) t, generate_series(1, 5) n;
     insert into events (team_id, id, person_key, name, properties, occurred_at, reference)
       select 1 + n % 2, overlay(gen_random_uuid()::text placing '0199f0a0-0000-7' from 1)::uuid, person_key(1 + n % 2, 'p' || 1 + n % 5),
              'visit', '{"n": 1}', now() - n * interval '9 days', case when n % 3 > 0 then 'r' || n end from generate_series(1, 300) n;
     insert into events (team_id, id, person_key, name, occurred_at, reference)
       select 2, 'ffffffff-0000-4000-8000-000000000001', person_key(2, 'p1'), 'odd', now(), 'odd'`,
  );
  const contents = `select md5(string_agg(e::text, '|' order by team_id, id)) as hash, count(*)::int as count from events e`;
  const before = await statement(database.url, contents);
  await migrate(database.url, log, known);
  expect(await statement(database.url, contents)).toEqual(before);
  const check = `
    select (select count(*)::int from event_references) as references,
           (select count(*)::int from (select team_id, reference from events where reference is not null
             except select team_id, reference from event_references) x) as missing,
           (select tableoid::regclass::text from events where name = 'odd') as odd,
           (select count(*)::int from event_months.events_before) as kept,
           (select count(*)::int from pg_constraint where conrelid = 'event_months.events_before'::regclass and contype = 'f') as keys`;
  expect(await statement(database.url, check)).toEqual([
    { references: 201, missing: 0, odd: 'event_months.events_other', kept: 300, keys: 1 },
  ]);
  await statement(
    database.url,
    `delete from events where name = 'visit' and occurred_at < now() - interval '900 days'`,
  );
  const counts = `select count(*)::int as count from (select team_id, person_key, name, count(*) from events group by 1, 2, 3
    except select team_id, person_key, name, count from person_events) x`;
  expect(await statement(database.url, counts)).toEqual([{ count: 0 }]);
  await database.drop();
});
