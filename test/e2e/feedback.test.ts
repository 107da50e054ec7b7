import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '../support/bounces.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createOrderTemplate, sendMail, settledMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { freePort, type Server, startServer } from '../support/server.ts';
import { SmtpClient, sendOverSmtp } from '../support/smtp-client.ts';

let database: TestDatabase;
let smtp: MailServer;
let server: Server;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  smtp = await startMailServer();
  port = await freePort();
  const feedback = {
    FEEDBACK_DOMAIN: 'Bounces.Shop.Example',
    FEEDBACK_SMTP_PORT: String(port),
    FEEDBACK_SMTP_HOST: '127.0.0.1',
  };
  server = await startServer({ env: { DATABASE_URL: database.url, MAIL_URL: smtp.url, ...feedback } });
  await createOrderTemplate(server);
});
afterAll(async () => {
  await endAll();
  await smtp.close();
  await database.drop();
});

test('an e-mail bounces, and the address gets no more e-mails', async () => {
  const id = await sendMail(server, 'gone@people.test');
  await settledMail(server, id);
  const { envelope, raw } = smtp.received[0]!;
  expect(envelope.from).toMatch(/^b-[a-z2-7]{58}@bounces\.shop\.example$/);
  const mail = { id, to: 'gone@people.test', returnPath: envelope.from, raw };
  const fields = 'Final-Recipient: rfc822; gone@people.test\nAction: failed\nStatus: 5.1.1\n';
  expect(await sendOverSmtp(port, '', [envelope.from], report(mail, fields))).toMatch(/^250 /);
  const { body } = await server.rest('GET', '/suppressions');
  expect(body.data).toMatchObject([{ email: 'gone@people.test', reason: 'hard_bounce' }]);
  expect(await settledMail(server, await sendMail(server, 'gone@people.test'))).toMatchObject({ status: 'failed' });
});

test('the listener stops cleanly while a client is connected', async () => {
  const { client, greeting } = await SmtpClient.open(port);
  expect(greeting).toMatch(/^220 /);
  const [code, last] = await Promise.all([server.process.end(), client.reply()]);
  expect(code).toBe(0);
  expect(last).toMatch(/^421|^$/);
});
