import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createOrderTemplate, sendMail, settledMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { startServer } from '../support/server.ts';
import { statement } from '../support/statement.ts';

const SHIFT = new URL('../support/shifted-clock.mjs', import.meta.url).href;

let smtp: MailServer;
let database: TestDatabase;
beforeAll(async () => {
  [smtp, database] = await Promise.all([startMailServer(), createTestDatabase()]);
  await createOrderTemplate(await startServer({ env: { DATABASE_URL: database.url, MAIL_URL: smtp.url } }));
});
afterAll(async () => {
  await endAll();
  await smtp.close();
  await database.drop();
});

const databaseNow = async () =>
  Number((await statement(database.url, 'select extract(epoch from clock_timestamp()) * 1000 as at'))[0]!.at);

/** A time that was written between two others on the database's clock, which keeps whole milliseconds. */
async function during(work: () => Promise<string[]>): Promise<void> {
  const before = await databaseNow();
  const moments = await work();
  const after = await databaseNow();
  for (const moment of moments) {
    expect(Date.parse(moment)).toBeGreaterThanOrEqual(before - 100);
    expect(Date.parse(moment)).toBeLessThanOrEqual(after + 100);
  }
}

test.each([
  ['half a minute ahead', 30_000],
  ['half a minute behind', -30_000],
  ['two days ahead', 172_800_000],
])(
  'an e-mail accepted by a process whose clock is %s is sent at once, with the times of the database',
  async (_, shift) => {
    const env = { NODE_OPTIONS: `--import ${SHIFT}`, CLOCK_AHEAD_MS: String(shift), DATABASE_URL: database.url };
    const web = await startServer({ args: ['--no-workers'], env });
    await during(async () => {
      const { data: list } = (await web.rest('POST', '/lists', { name: 'L', from_email: 'a@shop.test' })).body;
      // An id contains the time of its process: without this the test would prove nothing.
      const made = Number.parseInt(list.id.replaceAll('-', '').slice(0, 12), 16);
      expect(Math.abs(made - Date.now())).toBeGreaterThan(Math.abs(shift) / 2);
      const [row] = await statement(database.url, `select created_at, updated_at from lists where id = '${list.id}'`);
      const changed = await web.rest('PUT', `/lists/${list.id}`, { name: 'M' });
      expect(changed.status).toBe(200);
      const [after] = await statement(database.url, `select updated_at from lists where id = '${list.id}'`);
      return [row!.created_at, row!.updated_at, after!.updated_at].map((at) => (at as Date).toISOString());
    });

    await during(async () => {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      const { body } = await web.rest('POST', '/tokens', { name: 'Shop', ability: 'read', expires_at });
      expect((await web.rest('GET', '/lists', undefined, body.data.token)).status).toBe(200);
      await web.rest('POST', '/events', { email: 'ann@people.test', name: 'order' });
      const [event] = await statement(
        database.url,
        'select occurred_at, created_at from events order by created_at desc limit 1',
      );
      return [
        body.data.created_at,
        (event!.occurred_at as Date).toISOString(),
        (event!.created_at as Date).toISOString(),
      ];
    });

    await during(async () => {
      const id = await sendMail(web, `clock${shift}@people.test`);
      const [message] = await statement(
        database.url,
        `select due_at <= clock_timestamp() as due, created_at from messages where id = '${id}'`,
      );
      expect(message!.due).toBe(true);
      const mail = await settledMail(web, id);
      expect(mail.status).toBe('sent');
      return [(message!.created_at as Date).toISOString(), mail.created_at, mail.sent_at];
    });
    expect(await web.process.end()).toBe(0);
  },
);
