import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { linkIn } from '../support/inbox.ts';
import { command, endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let env: { DATABASE_URL: string; DATA_DIR: string; PUBLIC_URL: string };
let server: Server;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, DATA_DIR: await newHome(), PUBLIC_URL: 'http://mail.shop.example/' };
  server = await startServer({ env });
});
afterAll(async () => {
  await endAll();
  await database.drop();
});

/** A subscriber who waits for a confirmation; returns its id. */
async function addUnconfirmed(server: Server, email: string): Promise<string> {
  const list = { name: 'News', from_email: 'news@shop.example', requires_confirmation: true };
  const { id } = (await server.rest('POST', '/lists', list)).body.data;
  const { status, body } = await server.rest('POST', `/lists/${id}/subscribers`, { email });
  expect([status, body.data.status]).toEqual([201, 'unconfirmed']);
  return body.data.id;
}

/** Presses the button behind a link, at the current process. */
async function press(server: Server, url: string): Promise<number> {
  const body = new URLSearchParams({ do: 'confirm' });
  return (await fetch(new URL(new URL(url).pathname, server.url), { method: 'POST', body })).status;
}

const statusOf = async (server: Server, id: string) =>
  (await server.rest('GET', `/subscribers/${id}`)).body.data.status;

/** The confirmation link in a message of the outbox. */
async function linkFor(email: string): Promise<string> {
  const outbox = join(env.DATA_DIR, 'outbox');
  const raw = await until(async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name));
    const messages = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    return messages.find((message) => message.includes(`To: ${email}`));
  });
  return linkIn(
    { envelope: { from: '', to: [] }, utf8: false, ehlo: '', secure: false, raw, mail: await simpleParser(raw) },
    'confirm',
  );
}

test('a link in the outbox still works after kill -9 and a restart', async () => {
  const id = await addUnconfirmed(server, 'ada@example.com');
  const url = await linkFor('ada@example.com');
  expect(url).toMatch(/^http:\/\/mail\.shop\.example\/confirm\/[\w-]{48}$/);
  await server.process.end('SIGKILL');

  server = await startServer({ env });
  expect(await statusOf(server, id)).toBe('unconfirmed');
  expect(await press(server, url)).toBe(200);
  expect(await statusOf(server, id)).toBe('subscribed');
});

test('processes on one database accept each other’s links, and one with a different secret does not start', async () => {
  const secret = { APP_SECRET: 'a secret of its own, long enough' };
  const [other, otherSecret] = await Promise.all([
    startServer({ env, args: ['--no-workers'] }),
    command(['serve', '--no-workers'], { ...env, ...secret }),
  ]);
  expect([otherSecret.code, otherSecret.stderr]).toEqual([1, expect.stringContaining('APP_SECRET is not the secret')]);
  const id = await addUnconfirmed(other, 'bo@example.com');
  const url = await linkFor('bo@example.com');
  expect(await press(other, url)).toBe(200);
  expect(await statusOf(server, id)).toBe('subscribed');
});
