import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endAll } from '../support/processes.ts';
import { type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Of each campaign. */
const PEOPLE = 400;
/** Connections, and so messages on their way, at most. */
const IN_FLIGHT = 5;

let smtp: MailServer | undefined;
let database: TestDatabase | undefined;
afterAll(async () => {
  await endAll();
  await smtp?.close();
  await database?.drop();
});

test('kill -9 amid campaigns leaves nobody out, and tells what is unknown or repeats it, as each campaign says', async () => {
  smtp = await startMailServer();
  const { received } = smtp;
  database = await createTestDatabase();
  const env = { DATABASE_URL: database.url, MAIL_URL: `${smtp.url}?pool=${IN_FLIGHT}` };
  // Slow enough that it is not done before it is killed, however busy the machine is.
  const server = await startServer({ env: { ...env, MAIL_URL: `${env.MAIL_URL}&rate=100` } });
  const campaigns = [await prepare(server, false), await prepare(server, true)];
  const arrivedOf = ({ domain }: Prepared) =>
    received
      .filter(({ envelope }) => envelope.to[0]!.endsWith(`@${domain}`))
      .map(({ mail, envelope }) => ({
        id: mail.messageId,
        to: envelope.to[0],
      }));
  for (const { id } of campaigns) await server.rest('POST', `/campaigns/${id}/send`);
  await until(() => campaigns.every((campaign) => arrivedOf(campaign).length >= 25));
  expect(await server.process.end('SIGKILL')).toBe(null);
  for (const campaign of campaigns) expect(arrivedOf(campaign).length).toBeLessThan(PEOPLE); // it was amid

  const again = await startServer({ env });
  for (const campaign of campaigns) {
    const read = async () => (await again.rest('GET', `/campaigns/${campaign.id}`)).body.data;
    await until(async () => (await read()).status === 'sent');
    const { recipients_count, sent_count, unknown_count } = await read();
    const arrivals = arrivedOf(campaign);
    const people = new Set(arrivals.map(({ to }) => to));
    expect([recipients_count, sent_count + unknown_count]).toEqual([PEOPLE, PEOPLE]);
    expect(people.size).toBeGreaterThanOrEqual(sent_count);
    expect(people.size).toBeLessThanOrEqual(sent_count + unknown_count);
    expect(unknown_count).toBeLessThanOrEqual(campaign.repeat ? 0 : IN_FLIGHT);
    expect(arrivals.length - people.size).toBeLessThanOrEqual(campaign.repeat ? IN_FLIGHT : 0);
    expect(new Set(arrivals.map(({ id }) => id)).size).toBe(people.size);
  }
});

interface Prepared {
  id: string;
  /** Whether it repeats what may have arrived. */
  repeat: boolean;
  /** Of its people. */
  domain: string;
}

/** A campaign to people on a list of its own. */
async function prepare(server: Server, repeat: boolean): Promise<Prepared> {
  const domain = repeat ? 'twice.example.com' : 'once.example.com';
  const list = (await server.rest('POST', '/lists', { name: 'News', from_email: 'news@shop.example' })).body.data.id;
  for (let from = 0; from < PEOPLE; from += 100) {
    const subscribers = Array.from({ length: 100 }, (_, n) => ({ email: `p${from + n}@${domain}` }));
    await server.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers });
  }
  const template = { name: 'Issue', editor: 'html', subject: 'News', content: '<p>Hello {{ subscriber.email }}</p>' };
  await server.rest('POST', '/templates', template); // the second time it is there
  const input = { name: 'May', list, template: 'Issue', repeat_unknown: repeat };
  return { id: (await server.rest('POST', '/campaigns', input)).body.data.id, repeat, domain };
}
