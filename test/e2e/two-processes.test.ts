import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createOrderTemplate, sendMail, settledMail } from '../support/mails.ts';
import { endAll, launch } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { subscribeBySse, subscribeByWs } from '../support/status-streams.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let env: Record<string, string>;
beforeEach(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, DATA_DIR: await newHome() };
});
afterEach(async () => {
  await endAll();
  await database.drop();
});
afterAll(endAll);

test('processes started together are one installation with one first token', async () => {
  const withoutToken = { env: { ...env, BOOTSTRAP_TOKEN: '' } };
  const servers = await Promise.all([startServer(withoutToken), startServer(withoutToken)]);
  const shown = servers.filter(({ process }) => process.stdout.includes('shown only once'));
  expect(shown).toHaveLength(1);
  for (const server of servers) server.token = shown[0]!.token;
  await expectSeenFromTheOther(servers[0]!, servers[1]!);
  await expectSeenFromTheOther(servers[1]!, servers[0]!);
});

test('one process serves and another runs the workers', async () => {
  const server = await startServer({ args: ['--no-workers'], env });
  await createOrderTemplate(server);
  const subscriber = await subscribeBySse(server);
  const id = await sendMail(server, 'ada@example.com');
  await until(() => subscriber.changes.length > 0);
  expect((await server.rest('GET', `/transactional-mails/${id}`)).body.data.status).toBe('pending');
  const worker = launch(['work'], env);
  expect(await settledMail(server, id)).toMatchObject({ status: 'sent' });
  await until(() => subscriber.changes.length > 1);
  expect(subscriber.changes).toEqual([
    { id, status: 'PENDING' },
    { id, status: 'SENT' },
  ]);
  expect(await worker.end()).toBe(0);
  expect(await server.process.end()).toBe(0);
});

async function expectSeenFromTheOther(one: Server, other: Server): Promise<void> {
  const subscribers = [await subscribeBySse(other), await subscribeByWs(other)];
  await createOrderTemplate(one).catch(() => {}); // the second time it exists
  const id = await sendMail(one, 'ada@example.com');
  for (const { changes } of subscribers) {
    const its = () => changes.filter((change) => change.id === id);
    await until(() => its().length >= 2);
    expect(its()).toEqual([
      { id, status: 'PENDING' },
      { id, status: 'SENT' },
    ]);
  }
}
