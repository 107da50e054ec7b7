import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseHome } from '../../src/database/home.ts';
import { createTestDatabase } from '../support/database.ts';
import { copyCheckout, type OtherCheckout } from '../support/other-checkout.ts';
import { photograph } from '../support/pictures.ts';
import { endAll, launch } from '../support/processes.ts';
import { newHome, type Server, startServer, TOKEN } from '../support/server.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

let checkout: OtherCheckout;
beforeAll(async () => {
  checkout = await copyCheckout();
  await checkout.install();
  await checkout.build();
});
beforeEach(async () => {
  await checkout.uninstall();
  await checkout.install();
});
afterEach(endAll);
afterAll(() => checkout.remove());

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{ name }}</mj-text></mj-column></mj-section></mj-body></mjml>';

let number = 0;

/** Requests work that needs threads and libraries loaded on demand. */
async function useEverything(server: Server): Promise<void> {
  const name = `T${++number}`;
  const saved = await server.rest('POST', '/templates', {
    name,
    editor: 'mjml',
    subject: 'Hi {{ name }}',
    content: MJML,
  });
  expect([saved.status, saved.body.errors]).toEqual([201, undefined]);
  const rendered = await server.rest('POST', `/templates/${saved.body.data.id}/render`, { variables: { name: 'Ann' } });
  expect(rendered.body.data).toMatchObject({ subject: 'Hi Ann', html: expect.stringContaining('Hello Ann') });
  const mail = { template: name, from: 'shop@shop.test', to: ['ann@people.test'], variables: { name: 'Ann' } };
  const { status, body } = await server.rest('POST', '/transactional-mails', mail);
  expect(status).toBe(201);
  await until(
    async () => (await server.rest('GET', `/transactional-mails/${body.data.id}`)).body.data.status === 'sent',
  );
  const media = await fetch(`${server.url}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(await photograph(700 + number, 100)),
  });
  expect((await media.json()).data.variants).not.toEqual([]);
  for (let times = 0; times < 3; times++) {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ lists(first: ${number}) { nodes { id } } }` }),
    });
    expect(await answer.json()).toEqual({ data: { lists: { nodes: [] } } });
  }
  for (const path of ['/pictures/hero-shop.png', '/sign-in', '/health/ready']) {
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
  }
}

/** Makes the embedded PostgreSQL load its libraries again, for new connections. Resolves when the old ones have ended. */
async function endConnections(home: string): Promise<void> {
  const read = (name: string) => readFile(join(databaseHome(home), 'postgresql', name), 'utf8');
  const url = `postgresql://tidings:${await read('password')}@127.0.0.1:${await read('port')}/tidings`;
  await statement(
    url,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

test('a running server continues during and after git pull and npm ci', async () => {
  const home = await newHome();
  const server = await startServer({ env: { DATA_DIR: home }, checkout: checkout.folder });
  const [build] = (await checkout.builds()).slice(-1);
  await checkout.pull('9001_of_tomorrow');
  await checkout.uninstall();
  await useEverything(server);
  await endConnections(home);
  await until(async () => (await fetch(`${server.url}/health/ready`)).status === 200); // it listens for notices again
  await useEverything(server);
  await checkout.install();
  for (let times = 0; times < 3; times++) await checkout.build();
  await checkout.uninstall();
  await useEverything(server);
  await checkout.install();
  expect((await checkout.builds()).includes(build!)).toBe(true);
  expect(await server.process.end()).toBe(0);
  expect(server.process.stderr).toBe('');
  await checkout.build();
  expect([(await checkout.builds()).length, (await checkout.builds()).includes(build!)]).toEqual([3, false]);
});

test('a process started before npm ci has built the new version runs the old version with its migrations', async () => {
  const database = await createTestDatabase();
  try {
    await checkout.build();
    await checkout.pull('9002_of_tomorrow');
    await checkout.uninstall();
    const server = await startServer({ env: { DATABASE_URL: database.url }, checkout: checkout.folder });
    await useEverything(server);
    expect(await statement(database.url, `select to_regclass('"9002_of_tomorrow"') is not null as made`)).toEqual([
      { made: false },
    ]);
    expect(await server.process.end()).toBe(0);
    await checkout.install();
    await checkout.build();
    await checkout.uninstall();
    const migrated = launch(['migrate'], { DATABASE_URL: database.url }, { checkout: checkout.folder });
    await until(() => migrated.code !== undefined);
    expect([migrated.code, migrated.stdout]).toEqual([0, 'The database is up to date.\n']);
    expect(await statement(database.url, `select to_regclass('"9002_of_tomorrow"') is not null as made`)).toEqual([
      { made: true },
    ]);
  } finally {
    await endAll();
    await database.drop();
  }
});
