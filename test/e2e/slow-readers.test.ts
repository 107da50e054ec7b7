import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll } from '../support/processes.ts';
import { type Server, startServer } from '../support/server.ts';
import { stallSse, stallWs } from '../support/stalled-readers.ts';
import { subscribeBySse, subscribeByWs } from '../support/status-streams.ts';
import { until } from '../support/until.ts';

const CHANGES = 5_000;
/** So that the changes exceed the system's buffer of an unread connection. */
const SUBJECT_BYTES = 8_000;
const MAX_GROWTH = 200 * 1024 * 1024;

let database: TestDatabase;
let client: pg.Client;
let server: Server;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  server = await startServer({ args: ['--no-workers'], env: { DATABASE_URL: database.url } });
  await client.query(
    `insert into transactional_mails (team_id, id, template, template_id, from_email, "to", recipients, subject, status)
     select t.id, gen_random_uuid(), 'order', gen_random_uuid(), 'a@b.example', '{}', '{}', repeat('x', $1), 'sent'
     from teams t, generate_series(1, $2)`,
    [SUBJECT_BYTES, CHANGES],
  );
});
afterAll(async () => {
  await endAll();
  await client.end();
  await database.drop();
});

test('a stalled SSE reader is disconnected without an effect on others', async () => {
  const stalled = await stallSse(server);
  await expectOthersUnharmed();
  const text = await stalled();
  expect(text).toContain('read too slowly');
  expect(text.match(/"id"/g)!.length).toBeLessThan(CHANGES);
});

test('a stalled WebSocket reader is disconnected without an effect on others', async () => {
  const stalled = await stallWs(server);
  await expectOthersUnharmed();
  const messages = await stalled();
  expect(messages.at(-1)).toContain('read too slowly');
  expect(messages.length).toBeLessThan(CHANGES);
});

/** Changes every e-mail while one reader is stalled: readers of both kinds get all of it, in order. */
async function expectOthersUnharmed(): Promise<void> {
  const healthy = [await subscribeBySse(server), await subscribeByWs(server)];
  const before = await residentBytes();
  const { rows } = await client.query(`select id::text, team_id from transactional_mails order by id`);
  const payloads = rows.map(({ id, team_id }) =>
    JSON.stringify({ topic: 'mail.status', teamId: team_id, id, status: 'sent' }),
  );
  await client.query(`select pg_notify('tidings', payload) from unnest($1::text[]) payload`, [payloads]);
  const all = rows.map(({ id }) => ({ id, status: 'SENT' }));
  for (const { changes } of healthy) {
    await until(() => changes.length >= CHANGES);
    expect(changes).toEqual(all);
  }
  expect((await residentBytes()) - before).toBeLessThan(MAX_GROWTH);
  expect(server.process.code).toBeUndefined();
  for (const subscriber of healthy) subscriber.close();
}

async function residentBytes(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)![1]);
}
