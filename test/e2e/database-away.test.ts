import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, createOrderTemplate, sendMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { newHome, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const MAILS = 120;

let smtp: MailServer | undefined;
afterAll(async () => {
  await endAll();
  await smtp?.close();
});

test('while PostgreSQL restarts HTTP answers 503 with Retry-After; afterwards all goes on and nothing is lost', async () => {
  smtp = await startMailServer();
  const home = await newHome();
  const server = await startServer({ env: { DATA_DIR: home, MAIL_URL: `${smtp.url}?pool=2&rate=60` } });
  await createOrderTemplate(server);
  for (let order = 0; order < MAILS; order += 1) await sendMail(server, `p${order}@example.com`, order);
  const { received } = smtp;
  await until(() => received.length >= 10);
  const cut = async () => {
    const pid = await readFile(join(home, 'postgresql', 'data', 'postmaster.pid'), 'utf8');
    process.kill(Number(pid.split('\n')[0]), 'SIGINT'); // a fast shutdown: connections are cut
  };
  const rest = () => fetch(`${server.url}/v1/lists`, { headers: { authorization: `Bearer ${server.token}` } });
  const graphql = () =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ lists { nodes { id } } }' }),
    });
  const seen: Response[] = [];
  await cut();
  await until(async () => {
    const answers = await Promise.all([rest(), graphql()]);
    seen.push(...answers.filter(({ status }) => status !== 200));
    if (seen.length === 0) await cut().catch(() => {}); // it may have come back between two looks
    return seen.length > 0 && answers.every(({ status }) => status === 200);
  });
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([503]));
  expect(new Set(seen.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['2']));
  const messages = await Promise.all(seen.map((answer) => answer.json()));
  for (const { message, errors } of messages) {
    expect(message ?? errors[0].message).toBe('The database does not answer. Try again in a moment.');
  }
  await until(async () => (await countMails(server, 'sent')) === MAILS);
  expect(new Set(received.flatMap(({ envelope }) => envelope.to)).size).toBe(MAILS);
  expect(server.process.code).toBeUndefined();
});
