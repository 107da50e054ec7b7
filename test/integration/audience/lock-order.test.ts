import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let holder: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  api = await openTestApp();
  [holder, watcher] = [new pg.Client(api.databaseUrl), new pg.Client(api.databaseUrl)];
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await api.close();
});

// Two batches of the same people in different orders would otherwise deadlock.
test.skipIf(process.env.CITUS_URL)(
  'a batch locks its people in the order of their keys, whatever the order of its rows and addresses',
  async () => {
    const rows = rowsOf(8);
    await subscribe(api, await makeList(api), rows);
    const keys = rows.map(({ email }) => personKey(api.teamId, email));
    const sorted = keys.toSorted();
    const locked = async () => {
      const { rows } = await watcher.query('select key from people where key = any($1) for update skip locked', [keys]);
      const free = new Set(rows.map(({ key }) => key));
      return sorted.filter((key) => !free.has(key));
    };
    const list = await makeList(api);
    for (const at of [2, 5]) {
      await holder.query('begin');
      await holder.query('select from people where key = $1 for update', [sorted[at]]);
      const batch = subscribe(api, list, rows);
      await until(async () => (await lockWaits(watcher, 'lock_people')) > 0);
      expect(await locked()).toEqual(sorted.slice(0, at + 1));
      await holder.query('rollback');
      await batch;
    }
    expect((await readSubscriber(api, list, rows[0]!.email)).status).toBe('subscribed');
  },
);
