import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const EMAIL = 'ann@totals.test';
const record = (name: string) => api.rest('POST', '/events', { email: EMAIL, name });

/** As a process of the previous version inserts it. */
const older = (name: string) =>
  `insert into events (team_id, id, person_key, name, occurred_at)
   values (${api.teamId}, '${newId()}', '${personKey(api.teamId, EMAIL)}', '${name}', now())`;

const totalOf = async (name: string) =>
  (await statement(api.databaseUrl, `select count from person_events where name = '${name}'`))[0]?.count;

// A cluster has no triggers, and its processes are stopped before it is updated.
test.skipIf(process.env.CITUS_URL)('processes of this and the previous version count an event once each', async () => {
  await record('viewed');
  await statement(api.databaseUrl, older('viewed'));
  await record('viewed');
  expect(await totalOf('viewed')).toBe(3);
});

test.skipIf(process.env.CITUS_URL)(
  'after an event is recorded, others of the same transaction are counted too',
  async () => {
    const [id, person] = [newId(), personKey(api.teamId, EMAIL)];
    await statement(
      api.databaseUrl,
      `begin;
     select insert_events(${api.teamId}, '{${id}}', '{${person}}', '{both}', '{null}', '{null}', '{null}', array[now()], '{null}', now());
     ${older('both')};
     commit`,
    );
    expect(await totalOf('both')).toBe(2);
  },
);
