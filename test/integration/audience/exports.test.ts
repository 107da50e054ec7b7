import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { sendCsv } from '../../support/csv.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { sseClient } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
let jobs: RunningJobs;
let address: string;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 6 });
  jobs = startJobs(api.installation);
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  list = await makeList(api);
  await api.rest('POST', '/fields', { key: 'age', type: 'number' });
  await subscribe(api, list, PEOPLE);
});
afterAll(async () => {
  api.app.server.closeAllConnections();
  await jobs.stop();
  await api.close();
});

/** Values that a spreadsheet would run, and values that are hard to write in a file. */
const PEOPLE = [
  { email: 'ada@x.test', first_name: '=1+1', last_name: "'=1+1", tags: ['vip', 'a,b', 'c;d'], attributes: { age: -5 } },
  { email: '+bob@x.test', first_name: '@SUM(A1)', attributes: { age: 7.5, note: '\tTAB', city: 'Zoë "Q"; x,\r\ny' } },
  { email: '-cat@x.test', first_name: '-2+3', last_name: "O'Neil", tags: ['[odd', 'plain'], locale: 'pt-BR' },
  { email: '=dan@x.test', first_name: '-42', timezone: 'Europe/Lisbon', attributes: { note: '\rCR', age: 0 } },
  { email: "'eve@x.test", first_name: "'", last_name: "''+x", tags: ['vip'], attributes: { city: '+351 900' } },
];

async function exported(path: string, body?: object, token = api.token) {
  const answer = await fetch(`${address}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const all = (id = list, body: object = {}) => exported(`/lists/${id}/exports`, body);

test('a list is exported as a CSV file without formulas', async () => {
  const { status, headers, text } = await all(list, {
    columns: ['email', 'first_name', 'last_name', 'tags', 'attributes.age'],
  });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('content-disposition')).toBe('attachment; filename="subscribers.csv"');
  expect(text.split('\r\n')).toEqual([
    'email,first_name,last_name,tags,attributes.age',
    `ada@x.test,'=1+1,''=1+1,"[""a,b"",""c;d"",""vip""]",-5`,
    "'+bob@x.test,'@SUM(A1),,,7.5",
    `'-cat@x.test,'-2+3,O'Neil,"[""[odd"",""plain""]",`,
    "'=dan@x.test,-42,,,0",
    "'eve@x.test,','''+x,vip,",
    '',
  ]);
});

test('NDJSON contains the subscribers unchanged', async () => {
  const { headers, text } = await all(list, { format: 'ndjson' });
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toHaveLength(PEOPLE.length);
  expect(rows[0]).toMatchObject({
    ...{
      email: 'ada@x.test',
      first_name: '=1+1',
      last_name: "'=1+1",
      status: 'subscribed',
      tags: ['a,b', 'c;d', 'vip'],
    },
    ...{ 'attributes.age': -5, 'attributes.city': null, unsubscribed_at: null, id: expect.any(String) },
  });
});

test('an export can be imported as the same subscribers', async () => {
  const { text } = await all();
  const copy = await makeList(api);
  const { body } = await sendCsv(api, copy, text);
  expect(body.meta.queued).toBe(PEOPLE.length);
  await until(async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data.finished_at !== null);
  expect((await api.rest('GET', `/imports/${body.data.id}`)).body.data).toMatchObject({
    added: PEOPLE.length,
    errors: [],
  });
  const read = async (id: string) => {
    const { data } = (await api.rest('GET', `/lists/${id}/subscribers`)).body;
    return data
      .map(
        ({
          id: _,
          list: __,
          subscribed_at: ___,
          created_at: ____,
          updated_at: _____,
          ...rest
        }: Record<string, unknown>) => rest,
      )
      .toSorted((a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1));
  };
  expect(await read(copy)).toEqual(await read(list));
  const own =
    'email,first_name,last_name,timezone,locale,status,tags,attributes.age,attributes.city,attributes.note'.split(',');
  expect((await all(copy, { columns: own })).text.split('\r\n').toSorted()).toEqual(
    (await all(list, { columns: own })).text.split('\r\n').toSorted(),
  );
});

test('a segment and a read token narrow it down', async () => {
  const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };
  const { body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Vips', conditions });
  const path = `/lists/${list}/exports?segment=${body.data.id}&columns=email`;
  expect((await exported(path, undefined, api.readToken)).text).toBe("email\r\nada@x.test\r\n'eve@x.test\r\n");
  const two = ['columns=email,status', 'columns=email&columns=status'].map(
    async (columns) => (await exported(`/lists/${list}/exports?${columns}`)).text.split('\r\n')[0],
  );
  expect(await Promise.all(two)).toEqual(['email,status', 'email,status']);
  expect((await exported(`/lists/${list}/exports`, {}, api.readToken)).status).toBe(403);
  const head = await fetch(`${address}/v1${path}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect([head.status, head.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="subscribers.csv"',
  ]);
  const other = await makeList(api);
  expect((await exported(`/lists/${other}/exports?segment=${body.data.id}`)).status).toBe(404);
});

test.each<[string, object, number, string?]>([
  ['an unknown format', { format: 'xlsx' }, 422, 'format'],
  ['an unknown column', { columns: ['email', 'colour'] }, 422, 'columns.1'],
  ['no columns', { columns: [] }, 422, 'columns'],
  ['columns of another type', { columns: 7 }, 422, 'columns'],
  ['an unknown segment', { segment: UNKNOWN_ID }, 404],
])('%s is refused', async (_, body, status, field) => {
  const answer = await api.rest('POST', `/lists/${list}/exports`, body);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, field ? [field] : []]);
});

test('an empty list, and a list of another team', async () => {
  expect((await all(await makeList(api), { columns: ['email'] })).text).toBe('email\r\n');
  expect((await all(await makeList(api), { format: 'ndjson' })).text).toBe('');
  expect((await all(UNKNOWN_ID)).status).toBe(404);
  expect((await exported(`/lists/${list}/exports`, {}, api.otherToken)).status).toBe(404);
});

test('GraphQL streams the same file', async () => {
  const { client } = sseClient(`${address}/graphql`, api.readToken);
  const query = `subscription ($list: ID!) { exportSubscribers(listId: $list, format: CSV, columns: ["email"]) }`;
  let text = '';
  for await (const { data } of client.iterate<{ exportSubscribers: string }>({ query, variables: { list } })) {
    text += data?.exportSubscribers;
  }
  expect(text).toBe(`\ufeff${(await all(list, { columns: ['email'] })).text}`); // which fetch reads without the mark
});

const bytesOf = async (path: string) => {
  const answer = await fetch(`${address}/v1${path}`, { headers: { authorization: `Bearer ${api.token}` } });
  return Buffer.from(await answer.arrayBuffer()).toString();
};

test('a CSV file begins with the byte order mark that Excel needs for UTF-8, unless the caller turns it off', async () => {
  const path = `/lists/${list}/exports?columns=email,first_name`;
  expect((await bytesOf(path)).startsWith('\ufeffemail,first_name\r\n')).toBe(true);
  expect((await bytesOf(`${path}&bom=false`)).startsWith('email,first_name\r\n')).toBe(true);
  expect((await bytesOf(`${path}&bom=true`)).startsWith('\ufeff')).toBe(true);
  expect((await bytesOf(`${path}&format=ndjson`)).startsWith('{')).toBe(true);
  const { client } = sseClient(`${address}/graphql`, api.readToken);
  const query = `subscription ($list: ID!) {
    exportSubscribers(listId: $list, columns: ["email", "id"], bom: false, delimiter: ";") }`;
  for await (const { data } of client.iterate<{ exportSubscribers: string }>({ query, variables: { list } })) {
    expect(data?.exportSubscribers).toBe('email;id\r\n');
    break;
  }
});

test.each([
  [',', ','],
  ['%3B', ';'],
  ['tab', '\t'],
  ['%7C', '|'],
])('the delimiter %s separates the cells, and an import reads the file back', async (asked, delimiter) => {
  const columns = 'email,first_name,last_name,tags,attributes.age,attributes.city,attributes.note'.split(',');
  const text = await bytesOf(`/lists/${list}/exports?columns=${columns}&delimiter=${asked}`);
  expect(text.split('\r\n')[0]).toBe(`\ufeff${columns.join(delimiter)}`);
  const copy = await makeList(api);
  const { body } = await sendCsv(api, copy, text);
  await until(async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data.finished_at !== null);
  const again = await bytesOf(`/lists/${copy}/exports?columns=${columns}&delimiter=${asked}`);
  expect(again.split('\r\n').toSorted()).toEqual(text.split('\r\n').toSorted());
});

test('every CSV export accepts bom and delimiter', async () => {
  expect(await bytesOf('/audit-log/export?action=list.created')).toMatch(/^\ufeffcreated_at,actor_kind,/);
  expect(await bytesOf('/audit-log/export?bom=false&delimiter=tab')).toMatch(/^created_at\tactor_kind\t/);
  const { body } = await sendCsv(api, list, 'email,first_name\nno address,Ada\n');
  await until(async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data.finished_at !== null);
  const failed = `/imports/${body.data.id}/failed-rows`;
  expect(await bytesOf(failed)).toMatch(/^\ufeffemail,first_name,import_error\r\nno address,Ada,/);
  expect(await bytesOf(`${failed}?bom=false&delimiter=%3B`)).toMatch(/^email;first_name;import_error\r\n/);
});

test.each([
  [
    'attributes.typo',
    'columns.0',
    'The columns.0 field is the unknown column "attributes.typo". It must be one of email,',
  ],
  ['attributes.citty', 'columns.0', 'Did you mean attributes.city?'],
  ['frist_name', 'columns.0', 'Did you mean first_name?'],
  ['city', 'columns.0', 'Did you mean attributes.city?'],
  ['Email', 'columns.0', 'Did you mean email?'],
])('the unknown column %s is refused with the nearest one', async (column, field, message) => {
  const answer = await api.rest('POST', `/lists/${list}/exports`, { columns: [column] });
  expect([answer.status, answer.body.errors[field]]).toEqual([422, [expect.stringContaining(message)]]);
});

test.each([
  ['delimiter', '::'],
  ['bom', 'perhaps'],
])('%s=%s is refused', async (field, value) => {
  const { status, body } = await api.rest('GET', `/lists/${list}/exports?${field}=${value}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('a reader that disconnects releases its connection, and too many readers at once are refused', async () => {
  const large = await makeList(api);
  await api.db.$executeRaw`insert into people (team_id, key, email)
    select ${api.teamId}, gen_random_uuid(), n || '@large.test' from generate_series(1, 40000) n`;
  await api.db.$executeRaw`insert into subscribers (team_id, id, list_id, person_key, email, status, first_name)
    select ${api.teamId}, gen_random_uuid(), ${large}::uuid, key, email, 'subscribed', repeat('x', 250)
    from people where email like '%@large.test'`;
  const held = async () => {
    const [row] = await api.db.$queryRaw<{ count: number }[]>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and query like 'fetch %'`;
    return row?.count;
  };
  const readers = [1, 2].map(() =>
    request({
      port: (api.app.server.address() as AddressInfo).port,
      path: `/v1/lists/${large}/exports`,
      headers: { authorization: `Bearer ${api.token}` },
    }),
  );
  await Promise.all(readers.map((reader) => new Promise((resolve) => reader.on('response', resolve).end())));
  await until(async () => (await held()) === 2);
  const refused = await exported(`/lists/${large}/exports`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(JSON.parse(refused.text).message).toBe('Too many exports are running. Try again in a moment.');
  const query = `subscription { exportSubscribers(listId: "${large}") }`;
  const first = await sseClient(`${address}/graphql`, api.readToken).client.iterate({ query }).next();
  expect(first.value?.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfter: 10 } }]);
  for (const reader of readers) reader.destroy();
  await until(async () => {
    const { text } = await exported(`/lists/${large}/exports?format=ndjson&columns=email`);
    return text.split('\n').length === 40_001;
  });
});

test('the matches of filters are exported, or the subscribers with some ids, by both interfaces', async () => {
  const emails = ({ text }: { text: string }) =>
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.replace(/^["']+/, '').split('@')[0]);
  const path = (query: string) => `/lists/${list}/exports?columns=email&bom=false&${query}`;
  expect(emails(await exported(path('tag=vip')))).toEqual(['ada', 'eve']);
  expect(emails(await exported(path('field=age&field_value=7.5')))).toEqual(['+bob']);
  expect(emails(await exported(path('search=o%27neil&status=subscribed')))).toEqual(['-cat']);
  const { body } = await api.rest('GET', `/lists/${list}/subscribers?tag=vip&sort=email`);
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect(emails(await exported(path(`ids=${ids.join(',')}`))).sort()).toEqual(['ada', 'eve']);
  const refused = await exported(path('field=nothing'));
  expect([refused.status, Object.keys(JSON.parse(refused.text).errors)]).toEqual([422, ['field']]);
});
