import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { endAll } from '../support/processes.ts';
import { newHome, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

afterAll(endAll);

const SAID = 'made the scheduled backup';

/** An hour ago, UTC: a backup is due, and the next one not before the test ends, even at midnight. */
const BACKUP_AT = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16);

test('several servers make a due backup automatically, and only once', async () => {
  const database = await createTestDatabase();
  const folder = join(await newHome(), 'backups');
  const env = { DATABASE_URL: database.url, BACKUP_URL: folder, BACKUP_AT };
  const servers = await Promise.all([startServer({ env }), startServer({ env }), startServer({ env })]);
  const logs = () => servers.map(({ process }) => process.stdout).join('');
  await until(() => logs().includes(SAID));
  const backups = await readdir(folder);
  expect(backups).toEqual([expect.stringMatching(/^tidings-\S+\.backup$/)]);
  const { body } = await servers[0]!.rest('GET', '/installation');
  expect(body.data.last_backup).toMatchObject({ made_by: 'command' });
  // A later start finds it made.
  const later = await startServer({ env });
  await Promise.all([...servers, later].map(({ process }) => process.end()));
  expect(await readdir(folder)).toEqual(backups);
  await database.drop();
});

test('a server whose backups fail logs the reason and continues', async () => {
  const database = await createTestDatabase();
  const home = await newHome();
  const env = { DATABASE_URL: database.url, BACKUP_URL: '/proc/backups', BACKUP_AT, DATA_DIR: home };
  const server = await startServer({ env });
  await until(() => server.process.stdout.includes('the scheduled backup failed; trying again'));
  expect((await server.rest('GET', '/lists')).status).toBe(200);
  expect(await server.process.end()).toBe(0);
  await database.drop();
});

test('a stopping server interrupts its backup, and ends in time', async () => {
  const database = await createTestDatabase();
  const folder = join(await newHome(), 'backups');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin; lock table lists in access exclusive mode');
  const server = await startServer({ env: { DATABASE_URL: database.url, BACKUP_URL: folder, BACKUP_AT } });
  await until(async () => (await lockWaits(client, 'copy')) > 0);
  expect(await server.process.end()).toBe(0);
  expect(server.process.stderr).toBe('');
  await client.end();
  await database.drop();
});
