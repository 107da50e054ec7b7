import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePid, endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { type Change, type StatusStream, subscribeBySse, subscribeByWs } from '../support/status-streams.ts';
import { until } from '../support/until.ts';

let home: string;
let server: Server;
let output: string;
/** The first owner's sign-in link. */
let link: string;
beforeAll(async () => {
  home = await newHome();
  server = await startServer({ env: { DATA_DIR: home, BOOTSTRAP_TOKEN: '', LOG_LEVEL: 'trace' } });
});
afterAll(endAll);

test('a first start prints all URLs and a working token', async () => {
  const { stdout } = server.process;
  const port = new URL(server.url).port;
  expect(stdout).toContain(`GraphQL and playground   http://localhost:${port}/graphql`);
  expect(stdout).toContain(`REST                     http://localhost:${port}/api/v1`);
  expect(stdout).toContain(join(home, 'outbox'));
  expect(server.token).toMatch(/^tidings_.{40,}$/);
  expect(await server.rest('GET', '/lists')).toMatchObject({ status: 200, body: { data: [] } });
});

test('a first start prints a link that signs in the first owner, once', async () => {
  [link = ''] = /http:\/\/\S+\/join\/[\w-]{43}/.exec(server.process.stdout) ?? [];
  const path = server.url + new URL(link).pathname;
  const join = (email: string) =>
    fetch(path, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ email, name: 'Ann' }) },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  expect((await fetch(path)).status).toBe(200);
  const joined = await join('ann@shop.example');
  expect(joined.status).toBe(303);
  const [cookie = ''] = joined.headers.getSetCookie().map((text) => text.split(';')[0] as string);
  const viewer = await fetch(`${server.url}/v1/viewer`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect(await viewer.json()).toMatchObject({ data: { member: { email: 'ann@shop.example', role: 'owner' } } });
  expect((await join('bob@shop.example')).status).toBe(404);
});

test('the playground opens in a browser', async () => {
  const answer = await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<html');
});

test('an e-mail is logged, sent and stored while subscribers of each kind follow it', async () => {
  const subscribers = await Promise.all([
    subscribeBySse(server),
    subscribeBySse(server, { path: '/api/graphql' }),
    subscribeByWs(server),
    subscribeByWs(server, { path: '/api/graphql' }),
  ]);
  const list = await server.rest('POST', '/lists', { name: 'Customers', from_email: 'hello@shop.example' });
  expect(list.status).toBe(201);
  const rows = ['ada', 'bo', 'cy'].map((name) => ({ email: `${name}@example.com`, tags: ['vip'] }));
  const batch = await server.rest('POST', `/lists/${list.body.data.id}/subscribers/batch`, { subscribers: rows });
  expect(batch).toMatchObject({ status: 200, body: { meta: { added: 3, updated: 0, failed: 0 } } });
  const order = { email: 'ada@example.com', name: 'order', value: 1250, currency: 'EUR', reference: 'order-1001' };
  expect(await server.rest('POST', '/events', order)).toMatchObject({ status: 201, body: { data: { index: 0 } } });
  const content = '<p>Thank you, {{ name }}: order {{ order }}.</p>';
  const template = { name: 'Thanks', editor: 'html', subject: 'Thank you, {{ name }}', content };
  expect((await server.rest('POST', '/templates', template)).status).toBe(201);

  const variables = { name: 'Ada', order: '1001' };
  const mail = { template: 'Thanks', from: 'hello@shop.example', to: ['ada@example.com'], variables };
  const logged = await server.rest('POST', '/transactional-mails', mail);
  expect(logged).toMatchObject({ status: 201, body: { data: { status: 'pending', sent_at: null } } });
  const { id } = logged.body.data;
  await until(async () => (await server.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');

  for (const subscriber of subscribers) expect(await firstTwo(subscriber)).toEqual(statuses(id, 'PENDING', 'SENT'));
  const [message, ...more] = await readdir(join(home, 'outbox'));
  expect(more).toEqual([]);
  expect(message).toMatch(new RegExp(`${id}\\.eml$`));
  const raw = await readFile(join(home, 'outbox', message!), 'utf8');
  expect(raw).toContain('Subject: Thank you, Ada');
  expect(raw).toContain('Thank you, Ada: order 1001.');
});

test('health and metrics answer without a token', async () => {
  for (const path of ['/health/live', '/health/ready']) {
    const answer = await fetch(server.url + path);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  }
  const metrics = await fetch(`${server.url}/metrics`);
  expect(metrics.headers.get('content-type')).toContain('text/plain');
  expect(await metrics.text()).toMatch(/^process_resident_memory_bytes \d+/m);
});

test('no token is written to the log at any level', async () => {
  const wrong = 'Bearer tidings_wrong-but-somebodys-secret';
  expect((await fetch(`${server.url}/v1/lists`, { headers: { authorization: wrong } })).status).toBe(401);
  expect((await fetch(`${server.url}/graphql`, { headers: { authorization: wrong } })).status).toBe(401);
  expect(await server.process.end()).toBe(0);
  output = server.process.stdout + server.process.stderr;
  const lines = output.split('\n').filter((line) => !line.includes('shown only once'));
  expect(lines.length).toBeGreaterThan(5);
  const secrets = [server.token, wrong.slice(7), 'Bearer '];
  const links = output.split('\n').filter((line) => line.includes(link.split('/').at(-1) as string));
  expect(links).toEqual([`  Sign in as the owner (works once, for seven days): ${link}`]);
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});

test('a stop also stops the database, and the next start finds all data', async () => {
  expect(await databasePid(home)).toBeUndefined();
  const again = await startServer({ env: { DATA_DIR: home } });
  expect(output).toContain('applied a migration');
  expect(again.process.stdout).not.toMatch(/applied a migration|token|\/join\//);
  expect(await again.rest('GET', '/lists', undefined, server.token)).toMatchObject({ body: { meta: { total: 1 } } });
  expect(await again.rest('GET', '/transactional-mails', undefined, server.token)).toMatchObject({
    body: { data: [{ template: 'Thanks', status: 'sent' }] },
  });
  expect((await again.rest('GET', '/lists')).status).toBe(401); // BOOTSTRAP_TOKEN is for the very first start
});

const statuses = (id: string, ...all: Change['status'][]): Change[] => all.map((status) => ({ id, status }));

async function firstTwo(subscriber: StatusStream): Promise<Change[]> {
  await until(() => subscriber.changes.length >= 2);
  subscriber.close();
  return subscriber.changes;
}
