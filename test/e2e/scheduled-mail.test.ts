import { afterAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createOrderTemplate, settledMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { newHome, startServer } from '../support/server.ts';

let smtp: MailServer | undefined;
afterAll(async () => {
  await endAll();
  await smtp?.close();
});

const AHEAD_MS = 4_000;

test('a mail for later survives kill -9, is sent once and not before its time; a cancelled one never', async () => {
  smtp = await startMailServer();
  const env = { DATA_DIR: await newHome(), MAIL_URL: smtp.url };
  const server = await startServer({ env });
  await createOrderTemplate(server);
  const send_at = new Date(Date.now() + AHEAD_MS).toISOString();
  const schedule = async (to: string) => {
    const mail = { template: 'order', from: 'shop@shop.example', to: [to], send_at };
    return (await server.rest('POST', '/transactional-mails', mail)).body.data.id;
  };
  const later = await schedule('later@example.com');
  const cancelled = await schedule('cancelled@example.com');
  expect((await server.rest('DELETE', `/transactional-mails/${cancelled}`)).status).toBe(204);
  expect(await server.process.end('SIGKILL')).toBe(null);

  const again = await startServer({ env });
  const mail = await settledMail(again, later, 30);
  expect(mail.status).toBe('sent');
  expect(Date.parse(mail.sent_at)).toBeGreaterThanOrEqual(Date.parse(send_at));
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['later@example.com']]);
  expect((await again.rest('GET', `/transactional-mails/${cancelled}`)).body.data.status).toBe('failed');
});
