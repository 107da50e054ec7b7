import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AUTHORITY, EXPIRED, VALID } from '../support/certificates/certificates.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createOrderTemplate, sendMail, settledMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { freePort, startServer } from '../support/server.ts';

let database: TestDatabase;
let smtp: MailServer | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await smtp?.close();
  await endAll();
});
afterAll(() => database.drop());

test.each([
  ['smtps', 'first byte'],
  ['smtp', 'STARTTLS'],
] as const)(
  'over %s a mail server with an expired certificate gets no message until it has a new one',
  async (scheme, from) => {
    const port = await freePort();
    const env = { DATABASE_URL: database.url, NODE_EXTRA_CA_CERTS: AUTHORITY, MAIL_RETRY_SECONDS: '0' };
    smtp = await startMailServer({ port, tls: { ...EXPIRED, from } });
    const server = await startServer({ env: { ...env, MAIL_URL: `${scheme}://127.0.0.1:${port}` } });
    await createOrderTemplate(server).catch(() => {}); // the second time it exists
    const refused = await settledMail(server, await sendMail(server, 'ann@x.test'));
    expect(refused.status).toBe('failed');
    expect(refused.failure_reason).toMatch(/^The certificate of the mail server has expired on 2021/);
    expect(smtp.received).toEqual([]);
    await smtp.close();
    smtp = await startMailServer({ port, tls: { ...VALID, from } });
    const taken = await settledMail(server, await sendMail(server, 'bob@x.test'));
    expect(taken).toMatchObject({ status: 'sent', failure_reason: null });
    expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['bob@x.test']]);
  },
);
