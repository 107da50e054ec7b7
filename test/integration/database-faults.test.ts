import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const LIST = { name: 'News', from_email: 'news@shop.test' };
const CREATE = 'mutation { createList(input: { name: "News", fromEmail: "news@shop.test" }) { list { id } } }';

const SILENT = 'The database is not responding. Try again in a moment.';
const CONFLICT = 'Another change interfered, and nothing was changed. Try again in a moment.';
const SLOW = 'The database took too long, and nothing was changed. Try again in a moment.';
const READ_ONLY = 'The database does not accept changes at the moment. Try again later.';

test.skipIf(process.env.CITUS_URL).each([
  ['40P01', 'a dead-lock', CONFLICT],
  ['40001', 'a change of the same rows', CONFLICT],
  ['57014', 'a statement_timeout', SLOW],
  ['55P03', 'a lock_timeout', SLOW],
  ['25006', 'a database that only reads', READ_ONLY],
  ['57P01', 'an administrator', SILENT],
  ['57P05', 'an idle_session_timeout', SILENT],
  ['53300', 'too many connections', SILENT],
  ['08006', 'a broken connection', SILENT],
])('%s, %s, is 503 with Retry-After in the form of both interfaces', async (code, _, said) => {
  await statement(
    api.databaseUrl,
    `create or replace function fault() returns trigger language plpgsql as $$ begin raise sqlstate '${code}'; end $$;
     create trigger fault before insert on lists for each row execute function fault()`,
  );
  const { status, headers, body } = await api.rest('POST', '/lists', LIST);
  const { errors } = (await api.graphql(CREATE)).body;
  await statement(api.databaseUrl, 'drop trigger fault on lists');
  expect([status, headers['retry-after'], body]).toEqual([503, '2', { message: said, errors: {} }]);
  expect(errors).toMatchObject([{ message: said, extensions: { code: 'UNAVAILABLE', retryAfter: 2 } }]);
  expect((await api.rest('POST', '/lists', LIST)).status).toBe(201);
});

const ready = async () => {
  const { statusCode, headers, body } = await api.app.inject('/health/ready');
  return [statusCode, headers['retry-after'], JSON.parse(body).status];
};

/** Ends the application's connections, so that new ones use the settings made since. */
const endConnections = () =>
  statement(
    api.databaseUrl,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and application_name like 'tidings %'`,
  );

test.skipIf(process.env.CITUS_URL)(
  'a process is not ready while its database is read-only, and recovers by itself',
  async () => {
    const name = new URL(api.databaseUrl).pathname.slice(1);
    expect(await ready()).toEqual([200, undefined, 'ok']);
    await statement(api.databaseUrl, `alter database ${name} set default_transaction_read_only = on`);
    await endConnections();
    await until(async () => (await ready())[2] === 'the database is read-only');
    expect(await ready()).toEqual([503, '2', 'the database is read-only']);
    const { status, headers, body } = await api.rest('POST', '/lists', LIST);
    expect([status, headers['retry-after'], body]).toEqual([503, '2', { message: READ_ONLY, errors: {} }]);
    expect((await api.rest('GET', '/lists')).status).toBe(200);
    expect((await api.graphql('{ lists(first: 1) { totalCount } }')).body.errors).toBeUndefined();
    await statement(api.databaseUrl, `alter database ${name} reset default_transaction_read_only`);
    // Earlier connections are still read-only: the process replaces them by itself.
    await until(async () => (await ready())[0] === 200);
    await until(async () => (await api.rest('POST', '/lists', LIST)).status === 201);
  },
);
