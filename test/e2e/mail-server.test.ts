import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, createOrderTemplate, sendMail, settledMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { freePort, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let server: Server;
let smtp: MailServer;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  port = await freePort();
  const env = {
    DATABASE_URL: database.url,
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    MAIL_RETRY_SECONDS: Array(100).fill(1).join(),
  };
  server = await startServer({ env });
  await createOrderTemplate(server);
});
afterAll(async () => {
  await smtp?.close();
  await endAll();
  await database.drop();
});

test('an e-mail sent while the mail server is down is delivered when it is up', async () => {
  const id = await sendMail(server, 'early@example.com');
  await until(() => server.process.stdout.includes('mail deferred'));
  smtp = await startMailServer({ port });
  expect(await settledMail(server, id)).toMatchObject({ status: 'sent', failure_reason: null });
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['early@example.com']]);
});

test('a permanently refused recipient fails with the reason of the server', async () => {
  smtp.recipients.set('nobody@example.com', '550 no such person here');
  const mail = await settledMail(server, await sendMail(server, 'nobody@example.com'));
  expect(mail).toMatchObject({ status: 'failed', sent_at: null });
  expect(mail.failure_reason).toContain('550 no such person here');
});

test('a temporarily refused e-mail is retried until it is accepted', async () => {
  const from = smtp.received.length;
  smtp.replies.push('451 later', '451 later still');
  const mail = await settledMail(server, await sendMail(server, 'busy@example.com'));
  expect(mail).toMatchObject({ status: 'sent', failure_reason: null });
  const tries = smtp.received.slice(from).map(({ mail }) => mail.messageId);
  expect(tries).toHaveLength(3);
  expect(new Set(tries).size).toBe(1);
});

test('a mail server that dies during a series and returns gets all of it', async () => {
  const sent = await countMails(server, 'sent');
  const { received } = smtp; // it continues to grow while that server closes
  const from = received.length;
  smtp.holdAnswers(() => received.length >= from + 10); // so that it does not accept them all before it dies
  const series = Promise.all(Array.from({ length: 50 }, (_, order) => sendMail(server, `p${order}@example.com`)));
  await until(() => smtp.unanswered > 0);
  await smtp.close();
  await series;
  smtp = await startMailServer({ port });
  await until(async () => (await countMails(server, 'sent')) === sent + 50); // it may wait for a while
  expect(await countMails(server, 'pending')).toBe(0);
  const arrived = [...received.slice(from), ...smtp.received].flatMap(({ envelope }) => envelope.to);
  expect(new Set(arrived).size).toBe(50);
  expect(server.process.code).toBeUndefined();
});
