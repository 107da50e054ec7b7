import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOnce, sql } from '../../../src/database/connect.ts';
import { compile } from '../../../src/domain/segments/compile.ts';
import { matching } from '../../../src/domain/segments/counting.ts';
import { readSegmentContext } from '../../../src/domain/segments/read-context.ts';
import { createScope, type Scope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { runHere } from '../../support/command-line.ts';
import { endAll, launch } from '../../support/processes.ts';
import { all, declareFields, makeSegment, type Rule } from '../../support/segments.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 4_000;
/** With forty people each. */
const TOWNS = PEOPLE / 40;
const bornOf = (n: number) => new Date(Date.UTC(1950, 0, 1 + n)).toISOString().slice(0, 10);

let api: TestApp;
let list: string;
let scope: Scope;
beforeAll(async () => {
  api = await openTestApp();
  scope = createScope(api.db, { id: api.teamId }, WORKER);
  list = await makeList(api);
  await declareFields(api, { score: 'number', city: 'text', born: 'date', paid: 'boolean', mixed: 'number' });
  await api.db.$executeRaw`
    with keys as (select gen_random_uuid() as key, n from generate_series(1, ${PEOPLE}::int) n),
    people as (insert into people (team_id, key, email) select ${api.teamId}::int, key, 'p' || n || '@index.test' from keys)
    insert into subscribers (team_id, id, list_id, person_key, email, status, attributes)
    select ${api.teamId}::int, gen_random_uuid(), ${list}::uuid, key, 'p' || n || '@index.test', 'subscribed',
           jsonb_build_object('score', n, 'city', 'Town ' || n % ${TOWNS}::int, 'paid', n % 2 = 0,
             'born', to_char(date '1950-01-01' + n, 'YYYY-MM-DD'),
             'mixed', case when n % 2 = 0 then to_jsonb(n) else to_jsonb(repeat('long ', 1000) || n) end)
    from keys`;
  await api.db.$executeRaw`analyze subscribers`;
});
afterAll(async () => {
  await endAll();
  await api.close();
});

const field = (...args: string[]) => runHere(['field', ...args], { DATABASE_URL: api.databaseUrl });

async function nameOf(key: string): Promise<string> {
  const { id } = await api.db.contactField.findFirstOrThrow({ where: { key } });
  return `subscribers_field_${id.replaceAll('-', '')}`;
}

/** The name of an index in a plan: a cluster worker appends a number and truncates long names. */
const inPlan = (index: string): string => (process.env.CITUS_URL ? index.slice(0, 45) : index);

/** The indexes over fields that there are and that PostgreSQL uses. */
async function indexes(): Promise<string[]> {
  const rows = await api.db.$queryRaw<{ name: string }[]>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'subscribers'::regclass and i.indisvalid and starts_with(c.relname, 'subscribers_field_')`;
  return rows.map(({ name }) => name);
}

const statistics = async () =>
  (await api.db.$queryRaw<{ name: string }[]>`select stxname as name from pg_statistic_ext`).map(({ name }) => name);

/** How PostgreSQL would count these conditions. */
async function planOf(rules: Rule[]): Promise<string> {
  const conditions = all(...rules);
  const predicate = compile(conditions, await readSegmentContext(scope, [list], [conditions]));
  const rows = await runOnce<{ 'QUERY PLAN': string }>(
    api.db,
    sql`explain select count(*) from subscribers s where ${matching(scope, list, predicate)}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const countOf = async (rules: Rule[]): Promise<number> =>
  (await makeSegment(api, list, all(...rules))).subscribers_count;

const attribute = (key: string, operator: string, value: unknown): Rule => ({
  type: 'attribute',
  field: key,
  operator,
  value,
});

const RARE: [key: string, type: string, operator: string, value: unknown, matches: number][] = [
  ['score', 'number', 'equals', 2424, 1],
  ['score', 'number', 'between', [100, 109], 10],
  ['score', 'number', 'gt', PEOPLE - 5, 5],
  ['score', 'number', 'gte', PEOPLE - 5, 6],
  ['score', 'number', 'lt', 5, 4],
  ['score', 'number', 'lte', 5, 5],
  ['mixed', 'number', 'lt', 9, 4],
  ['city', 'text', 'equals', 'TOWN 77', 40],
  ['city', 'text', 'in', ['town 77', 'Town 78', 'Elsewhere'], 80],
  ['born', 'date', 'before', '1950-01-08', 6],
  ['born', 'date', 'between', ['1950-02-01', '1950-02-10'], 10],
  ['born', 'date', 'after', bornOf(PEOPLE - 9), 9],
];

describe.each(['score', 'mixed', 'city', 'born'])('the index of %s', (key) => {
  const rules = RARE.filter((rule) => rule[0] === key);
  test('serves segments on the field, with the same results as without it', async () => {
    const name = await nameOf(key);
    for (const [, , operator, value, matches] of rules) {
      expect([operator, await countOf([attribute(key, operator, value)])]).toEqual([operator, matches]);
      expect(await planOf([attribute(key, operator, value)])).not.toContain(name);
    }
    expect(await field('index', '--key', key)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Waiting for [^\n]+\n$/),
    });
    for (const [, type, operator, value, matches] of rules) {
      expect([operator, await countOf([attribute(key, operator, value)])]).toEqual([operator, matches]);
      expect(await planOf([attribute(key, operator, value)])).toContain(inPlan(`${name}_${type}`));
    }
  });

  test('gives the same results for negated rules', async () => {
    const [operator, value, matches] = rules[0]!.slice(2) as [string, unknown, number];
    const { id } = await makeSegment(api, list, all(attribute(key, operator, value)));
    expect(await countOf([{ type: 'segment', operator: 'not_in', value: id }])).toBe(PEOPLE - matches);
    const without = await subscribe(api, list, [{ email: `none-of-${key}@index.test` }]);
    expect(await countOf([{ type: 'segment', operator: 'not_in', value: id }])).toBe(PEOPLE - matches + 1);
    const [{ id: nobody }] = without.data;
    const explained = await api.rest('GET', `/segments/${id}/explain?subscriber=${nobody}`);
    expect(explained.body.data.matches).toBe(false);
    await api.rest('DELETE', `/subscribers/${nobody}`);
  });

  test('exists once, and is dropped when no longer wanted', async () => {
    const { type } = (await api.rest('GET', `/fields/${key}`)).body.data;
    expect((await field('index', '--key', key)).code).toBe(0);
    expect(await indexes()).toEqual([`${await nameOf(key)}_${type}`]);
    expect((await field('unindex', '--key', key)).code).toBe(0);
    expect([await indexes(), await statistics()]).toEqual([[], []]);
    expect(await planOf([attribute(key, rules[0]![2], rules[0]![3])])).toContain('Scan on subscribers');
  });
});

test('the index of a deleted or retyped field is skipped, and dropped with the next one', async () => {
  const types = async () => (await indexes()).map((name) => name.split('_').at(-1)).sort();
  for (const key of ['score', 'city', 'born']) expect((await field('index', '--key', key)).code).toBe(0);
  expect((await api.rest('PATCH', '/fields/born', { type: 'text' })).status).toBe(200);
  expect((await api.rest('DELETE', '/fields/city')).status).toBe(204);
  expect(await countOf([attribute('born', 'equals', '1950-01-02')])).toBe(1);
  expect(await types()).toEqual(['date', 'number', 'text']);
  expect((await field('index', '--key', 'score')).code).toBe(0);
  expect(await types()).toEqual(['number']);
});

test('an unfinished index of a killed process is built again', async () => {
  const name = `${await nameOf('score')}_number`;
  expect((await field('index', '--key', 'score')).code).toBe(0);
  await api.db.$executeRaw`update pg_index set indisvalid = false where indexrelid = ${name}::regclass`;
  expect(await indexes()).toEqual([]);
  expect((await field('index', '--key', 'score')).code).toBe(0);
  expect(await indexes()).toEqual([name]);
});

// A plan on the coordinator does not say how many rows the workers expect.
test.skipIf(process.env.CITUS_URL)('the planner knows how many rows match, few or many', async () => {
  const asked: [key: string, operator: string, value: unknown, matches: number][] = [
    ['score', 'gt', PEOPLE / 2, PEOPLE / 2],
    ['score', 'lt', 500, 499],
    ['city', 'equals', 'Town 1', 40],
    ['common', 'equals', 'free', (PEOPLE * 9) / 10],
    ['born', 'after', '1960-01-01', PEOPLE - 3652],
  ];
  await declareFields(api, { city: 'text', common: 'text' });
  await api.db.$executeRaw`update subscribers set attributes = attributes || jsonb_build_object(
    'born', to_char(date '1950-01-01' + (attributes ->> 'score')::int, 'YYYY-MM-DD'),
    'city', 'Town ' || (attributes ->> 'score')::int % ${TOWNS}::int,
    'common', case when (attributes ->> 'score')::int % 10 = 0 then 'paid' else 'free' end) where attributes ? 'score'`;
  expect((await api.rest('PATCH', '/fields/born', { type: 'date' })).status).toBe(200);
  for (const key of ['score', 'city', 'common', 'born']) expect((await field('index', '--key', key)).code).toBe(0);
  for (const [key, operator, value, matches] of asked) {
    const [, rows] = / on subscribers .*?rows=(\d+)/.exec(await planOf([attribute(key, operator, value)]))!;
    expect([key, operator, Number(rows) / matches > 1 / 3, Number(rows) / matches < 3]).toEqual([
      key,
      operator,
      true,
      true,
    ]);
  }
});

// The values are made by the test before.
test.skipIf(process.env.CITUS_URL)('a text of maximum length is indexed and found', async () => {
  const [long, other] = ['ü'.repeat(5_000), `${'ü'.repeat(4_999)}x`];
  await subscribe(api, list, [
    { email: 'long@index.test', attributes: { common: long } },
    { email: 'other@index.test', attributes: { common: other } },
    { email: 'short@index.test', attributes: { common: 'Ü'.repeat(255) } },
  ]);
  expect(await countOf([attribute('common', 'equals', 'ü'.repeat(255))])).toBe(1);
  expect(await countOf([attribute('common', 'starts_with', 'üü')])).toBe(3);
  expect(await countOf([attribute('common', 'in', ['ü'.repeat(255), 'PAID'])])).toBe(PEOPLE / 10 + 1);
});

test('an interrupted wait ends with a message, and the next run cleans up', async () => {
  expect((await field('unindex', '--key', 'score')).code).toBe(0);
  const reading = new pg.Client({ connectionString: api.databaseUrl });
  await reading.connect();
  await reading.query('begin isolation level repeatable read; select from subscribers limit 1');
  const making = launch(['field', 'index', '--key', 'score'], { DATABASE_URL: api.databaseUrl });
  await until(async () => {
    const rows = await api.db.$queryRaw<object[]>`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'create index%'`;
    return rows.length > 0;
  });
  expect(await making.end('SIGINT')).toBe(1);
  expect(making.stderr).toContain(
    'tidings: interrupted: the next run of field index or field unindex removes the unfinished index',
  );
  await reading.query('rollback');
  await reading.end();
  expect((await field('index', '--key', 'score')).code).toBe(0);
  expect(await indexes()).toContain(`${await nameOf('score')}_number`);
});

test('a second index is refused while one is being built', async () => {
  const other = new pg.Client({ connectionString: api.databaseUrl });
  await other.connect();
  await other.query('select pg_advisory_lock(7402119)');
  const refused = await field('index', '--key', 'score');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Another process is creating or dropping an index'),
  ]);
  await other.end();
});

test.each([
  [['index', '--key', 'nothing'], 'this contact field does not exist'],
  [['index', '--key', 'paid'], 'The field is boolean. An index would not speed up segments.'],
  [['index'], '--key is missing'],
  [['index', '--key', 'score', '--team', '7'], 'this team does not exist'],
  [['drop', '--key', 'score'], 'field index --key K [--team ID], or field unindex --key K [--team ID]'],
])('field %j is refused in one line', async (args, said) => {
  const { code, stdout, stderr } = await field(...args);
  expect([code, stdout, stderr.split('\n').at(-2)]).toEqual([1, '', `tidings: ${said}`]);
});
