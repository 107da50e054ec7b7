import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startMailServer } from '../support/mail-server.ts';
import { linkIn } from '../support/post-office.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

afterAll(endAll);

/** A subscriber who waits for a confirmation; gives its id. */
async function addUnconfirmed(server: Server, email: string): Promise<string> {
  const list = { name: 'News', from_email: 'news@shop.example', requires_confirmation: true };
  const { id } = (await server.rest('POST', '/lists', list)).body.data;
  const { status, body } = await server.rest('POST', `/lists/${id}/subscribers`, { email });
  expect([status, body.data.status]).toEqual([201, 'unconfirmed']);
  return body.data.id;
}

/** Presses the button behind a link, at the process that is there now. */
async function press(server: Server, url: string): Promise<number> {
  const body = new URLSearchParams({ do: 'confirm' });
  return (await fetch(new URL(new URL(url).pathname, server.url), { method: 'POST', body })).status;
}

const statusOf = async (server: Server, id: string) =>
  (await server.rest('GET', `/subscribers/${id}`)).body.data.status;

test('a link in the outbox still works after kill -9 and a new start', async () => {
  const env = { DATA_DIR: await newHome(), PUBLIC_URL: 'http://mail.shop.example/' };
  const server = await startServer({ env });
  const id = await addUnconfirmed(server, 'ada@example.com');
  const outbox = join(env.DATA_DIR, 'outbox');
  const file = await until(async () => {
    const files = await readdir(outbox).catch(() => []);
    return files.find((name) => /^[^.].*\.eml$/.test(name));
  });
  const raw = await readFile(join(outbox, file), 'utf8');
  const url = linkIn({ envelope: { from: '', to: [] }, raw, mail: await simpleParser(raw) }, 'confirm');
  expect(url).toMatch(/^http:\/\/mail\.shop\.example\/confirm\/[\w-]{48}$/);
  await server.process.end('SIGKILL');

  const again = await startServer({ env });
  expect(await statusOf(again, id)).toBe('unconfirmed');
  expect(await press(again, url)).toBe(200);
  expect(await statusOf(again, id)).toBe('subscribed');
  await again.process.end();
});

test('processes on one database know each other’s links, and those of a secret of their own do not', async () => {
  const database = await createTestDatabase();
  const smtp = await startMailServer();
  const env = { DATABASE_URL: database.url, MAIL_URL: smtp.url };
  const [one, other] = await Promise.all([startServer({ env }), startServer({ env, args: ['--no-workers'] })]);
  const stranger = await startServer({
    env: { ...env, APP_SECRET: 'a secret of its own, long enough' },
    args: ['--no-workers'],
  });
  const id = await addUnconfirmed(other, 'bo@example.com');
  await until(() => smtp.received.length > 0);
  const url = linkIn(smtp.received[0]!, 'confirm');
  expect(await press(stranger, url)).toBe(404);
  expect(await statusOf(one, id)).toBe('unconfirmed');
  expect(await press(other, url)).toBe(200);
  expect(await statusOf(one, id)).toBe('subscribed');
  await Promise.all([one, other, stranger].map((server) => server.process.end()));
  await smtp.close();
  await database.drop();
});
