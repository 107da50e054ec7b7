import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { descendants } from '../support/descendants.ts';
import { startMisbehavingMailServer } from '../support/misbehaving-mail-server.ts';
import { databasePid, endAll, isAlive, launch, type Process } from '../support/processes.ts';
import { freePort, newHome, startServer } from '../support/server.ts';
import { SmtpClient } from '../support/smtp-client.ts';
import { stallSse, stallWs } from '../support/stalled-readers.ts';
import { type StatusStream, subscribeBySse, subscribeByWs } from '../support/status-streams.ts';
import { until } from '../support/until.ts';

/** Listens for bounces. */
const LISTENER = { FEEDBACK_DOMAIN: 'bounces.shop.example', FEEDBACK_SMTP_HOST: '127.0.0.1' };

let home: string;
beforeAll(async () => {
  home = await newHome();
});
afterAll(endAll);

test('SIGTERM ends live streams, SMTP sessions and every process, and exits 0, even with stalled readers', async () => {
  const port = await freePort();
  const server = await startServer({ env: { DATA_DIR: home, ...LISTENER, FEEDBACK_SMTP_PORT: String(port) } });
  const { client, greeting } = await SmtpClient.open(port);
  expect(greeting).toMatch(/^220 /);
  const subscribers = [await subscribeBySse(server), await subscribeByWs(server)];
  await Promise.all([stallSse(server), stallWs(server)]);
  const silent = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await until(() => silent.readyState === WebSocket.OPEN);
  const [last] = await Promise.all([client.reply(), expectCleanEnd(server.process)]);
  expect(last).toMatch(/^421|^$/);
  await expectEnded(subscribers);
});

test('SIGTERM to npm start does the same', async () => {
  const server = await startServer({ env: { DATA_DIR: home }, npm: true });
  const subscribers = [await subscribeBySse(server), await subscribeByWs(server)];
  await expectCleanEnd(server.process);
  await expectEnded(subscribers);
});

test('Ctrl-C, which npm forwards to a process that already got it, does the same', async () => {
  const server = await startServer({ env: { DATA_DIR: home } });
  const ending = expectCleanEnd(server.process, 'SIGINT');
  await until(() => server.process.stdout.includes('stopping'));
  await Promise.all([ending, server.process.end('SIGINT')]); // it may have ended by now
});

test('SIGTERM during the start leaves no database behind', async () => {
  const starting = launch(['serve'], { DATA_DIR: home, PORT: String(await freePort()) });
  await until(() => starting.stdout.includes('embedded PostgreSQL started'));
  await expectCleanEnd(starting);
});

test.each([
  ['that never greets', { greets: false }, 'a caller'],
  ['that never confirms the message', { silentAfter: 'the message' }, 'the message'],
] as const)('SIGTERM with a message at a mail server %s exits 0 within ten seconds', async (_, oddity, step) => {
  const tarpit = Object.assign(await startMisbehavingMailServer(), oddity);
  const server = await startServer({ env: { DATA_DIR: home, MAIL_URL: tarpit.url } });
  const mail = { subject: 'Hello', text: 'Hello', to: ['ann@x.test'], from: 'shop@shop.test' };
  expect((await server.rest('POST', '/transactional-mails', mail)).status).toBe(201);
  await until(() => tarpit.received.includes(step));
  await expectCleanEnd(server.process);
  await tarpit.close();
});

/** Ends the process and looks for everything it had started. */
async function expectCleanEnd(process: Process, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const database = await databasePid(home);
  const started = [process.pid, ...(database ? [database] : []), ...(await descendants(process.pid))];
  expect(await process.end(signal)).toBe(0); // After ten seconds it would end itself, with code 1.
  await until(() => !started.some(isAlive));
  expect(await databasePid(home)).toBeUndefined();
}

async function expectEnded(subscribers: StatusStream[]): Promise<void> {
  for (const subscriber of subscribers) await until(() => subscriber.ended);
}
