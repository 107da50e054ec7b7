import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, createOrderTemplate, sendMail } from '../support/mails.ts';
import { expectMatchesOpenApi } from '../support/openapi-response.ts';
import { endAll } from '../support/processes.ts';
import { newHome, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const MAILS = 120;
/** The most connections, and so messages in transit. */
const IN_FLIGHT = 2;

let smtp: MailServer | undefined;
afterAll(async () => {
  await endAll();
  await smtp?.close();
});

test('while PostgreSQL restarts, HTTP answers 503 with Retry-After; afterwards everything continues without loss', async () => {
  smtp = await startMailServer();
  const home = await newHome();
  const server = await startServer({ env: { DATA_DIR: home, MAIL_URL: `${smtp.url}?pool=${IN_FLIGHT}&rate=60` } });
  await createOrderTemplate(server);
  const { received } = smtp;
  const answerAll = smtp.holdAnswers(() => received.length >= 10);
  for (let order = 0; order < MAILS; order += 1) await sendMail(server, `p${order}@example.com`, order);
  await until(() => smtp!.unanswered === IN_FLIGHT);
  const cut = async () => {
    const pid = await readFile(join(home, 'postgresql', 'data', 'postmaster.pid'), 'utf8');
    process.kill(Number(pid.split('\n')[0]), 'SIGINT'); // a fast shutdown: connections are cut
  };
  const list = (await server.rest('POST', '/lists', { name: 'News', from_email: 'news@shop.test' })).body.data.id;
  const ask = async (method: string, path: string, type = 'application/json', body?: string) => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': type };
    const answer = await fetch(server.url + path, { method, headers, body });
    const { status, headers: given } = answer;
    return { method, path, status, headers: Object.fromEntries(given), body: await answer.json().catch(() => null) };
  };
  const event = JSON.stringify({ email: 'ann@people.test', name: 'visit', reference: 'once' });
  const person = JSON.stringify({ email: 'ann@people.test' });
  const askAll = () =>
    Promise.all([
      ask('GET', '/v1/lists'),
      ask('POST', '/v1/events', 'application/json', event),
      ask('POST', `/v1/lists/${list}/subscribers`, 'application/json', person),
      ask('POST', `/v1/lists/${list}/imports/preview`, 'text/csv', 'email\nann@people.test\n'),
      ask('GET', `/v1/lists/${list}/exports`),
      ask('POST', '/graphql', 'application/json', JSON.stringify({ query: '{ lists { nodes { id } } }' })),
      ask('GET', '/health/ready'),
    ]);
  const seen: Awaited<ReturnType<typeof ask>>[] = [];
  await cut();
  answerAll(); // their outcome must be written while the database is away
  await until(async () => {
    const answers = await askAll();
    const failed = answers.filter(({ status }) => status >= 400);
    seen.push(...failed);
    if (failed.length > 0) return false;
    if (new Set(seen.map(({ path }) => path)).size === answers.length) return true;
    await cut().catch(() => {}); // it came back before all requests were sent
    return false;
  });
  for (const { method, path, ...answer } of seen) {
    expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '2']);
    if (path.startsWith('/v1')) expectMatchesOpenApi(method, path.slice('/v1'.length), answer);
    const { message, errors, status } = answer.body as { message?: string; errors?: Error[]; status?: string };
    expect(message ?? errors?.[0]?.message ?? status).toMatch(/^the database is not responding/i);
  }
  await until(async () => (await countMails(server, 'sent')) === MAILS);
  expect(new Set(received.flatMap(({ envelope }) => envelope.to)).size).toBe(MAILS);
  expect(server.process.code).toBeUndefined();
});
