import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createOrderTemplate, settledMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { newHome, startServer } from '../support/server.ts';
import { statement } from '../support/statement.ts';

let smtp: MailServer;
let database: TestDatabase;
beforeAll(async () => {
  [smtp, database] = await Promise.all([startMailServer(), createTestDatabase()]);
});
afterAll(async () => {
  await endAll();
  await smtp.close();
  await database.drop();
});

test('a mail for later survives kill -9, is sent once and not before its time; a cancelled one never', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: await newHome(), MAIL_URL: smtp.url };
  const server = await startServer({ env });
  await createOrderTemplate(server);
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  const schedule = async (to: string) => {
    const mail = { template: 'order', from: 'shop@shop.example', to: [to], send_at };
    return (await server.rest('POST', '/transactional-mails', mail)).body.data.id;
  };
  const later = await schedule('later@example.com');
  const cancelled = await schedule('cancelled@example.com');
  expect((await server.rest('DELETE', `/transactional-mails/${cancelled}`)).status).toBe(204);
  expect(await server.process.end('SIGKILL')).toBe(null);

  const again = await startServer({ env });
  expect((await again.rest('GET', `/transactional-mails/${later}`)).body.data.status).toBe('pending');
  // It becomes due.
  const [due] = await statement(
    database.url,
    `update messages set due_at = now() + interval '2 seconds' returning due_at`,
  );
  const mail = await settledMail(again, later);
  expect(mail.status).toBe('sent');
  expect(Date.parse(mail.sent_at)).toBeGreaterThanOrEqual(Number(due!.due_at));
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['later@example.com']]);
  expect((await again.rest('GET', `/transactional-mails/${cancelled}`)).body.data.status).toBe('failed');
});
