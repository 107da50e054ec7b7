import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { statement } from '../support/statement.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

/** PostgreSQL refuses rows and tables as it does when its disk is full. By triggers, which distributed tables cannot have. */
const fill = () =>
  statement(
    api.databaseUrl,
    `create function no_room() returns trigger language plpgsql as $$ begin raise sqlstate '53100' using message = 'could not extend file'; end $$;
     create function no_room_for_tables() returns event_trigger language plpgsql as $$ begin raise sqlstate '53100'; end $$;
     create trigger no_room before insert on lists for each row execute function no_room();
     create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_room_for_tables()`,
  );
const makeRoom = () =>
  statement(
    api.databaseUrl,
    'drop event trigger no_room; drop function no_room_for_tables; drop function no_room cascade',
  );

const LIST = { name: 'News', from_email: 'news@shop.test' };
const ready = async () => {
  const { statusCode, headers, body } = await api.app.inject('/health/ready');
  return [statusCode, headers['retry-after'], JSON.parse(body).status];
};

test.skipIf(process.env.CITUS_URL)(
  'a full disk is 503 with Retry-After in both interfaces, not ready, and recovers once there is room',
  async () => {
    expect(await ready()).toEqual([200, undefined, 'ok']);
    await fill();
    const { status, headers, body } = await api.rest('POST', '/lists', LIST);
    expect([status, headers['retry-after'], body]).toEqual([
      503,
      '2',
      { message: 'The database disk is full. Try again later.', errors: {} },
    ]);
    const query = 'mutation { createList(input: { name: "News", fromEmail: "news@shop.test" }) { list { id } } }';
    expect((await api.graphql(query)).body.errors).toMatchObject([
      {
        message: 'The database disk is full. Try again later.',
        extensions: { code: 'UNAVAILABLE', retryAfter: 2 },
      },
    ]);
    expect(await ready()).toEqual([503, '2', 'the disk of the database is full']);
    expect((await api.rest('GET', '/lists')).status).toBe(200);
    await makeRoom();
    expect(await ready()).toEqual([200, undefined, 'ok']);
    expect((await api.rest('POST', '/lists', LIST)).status).toBe(201);
  },
);
