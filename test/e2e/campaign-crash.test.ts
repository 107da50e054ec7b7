import { afterAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const PEOPLE = 600;
/** Connections, and so messages on their way, at most. */
const IN_FLIGHT = 5;

let smtp: MailServer | undefined;
afterAll(async () => {
  await endAll();
  await smtp?.close();
});

test.each([false, true])(
  'kill -9 amid a campaign leaves nobody out and tells what is unknown (repeat_unknown: %s)',
  async (repeat) => {
    smtp = await startMailServer();
    const { received } = smtp;
    const env = { DATA_DIR: await newHome(), MAIL_URL: `${smtp.url}?pool=${IN_FLIGHT}` };
    const server = await startServer({ env });
    const campaign = await prepare(server, repeat);
    await server.rest('POST', `/campaigns/${campaign}/send`);
    await until(() => received.length >= 50);
    expect(await server.process.end('SIGKILL')).toBe(null);
    expect(received.length).toBeLessThan(PEOPLE); // it was amid

    const again = await startServer({ env });
    const read = async () => (await again.rest('GET', `/campaigns/${campaign}`)).body.data;
    await until(async () => (await read()).status === 'sent', 120);
    const { recipients_count, sent_count, unknown_count } = await read();
    const arrivals = received.flatMap(({ envelope }) => envelope.to);
    const people = new Set(arrivals);
    expect([recipients_count, sent_count + unknown_count]).toEqual([PEOPLE, PEOPLE]);
    expect(people.size).toBeGreaterThanOrEqual(sent_count);
    expect(people.size).toBeLessThanOrEqual(sent_count + unknown_count);
    expect(unknown_count).toBeLessThanOrEqual(repeat ? 0 : IN_FLIGHT);
    expect(arrivals.length - people.size).toBeLessThanOrEqual(repeat ? IN_FLIGHT : 0);
    const ids = new Set(received.map(({ mail }) => mail.messageId));
    expect(ids.size).toBe(people.size);
  },
);

/** A campaign to people on a list of its own; gives its id. */
async function prepare(server: Server, repeat: boolean): Promise<string> {
  const list = (await server.rest('POST', '/lists', { name: 'News', from_email: 'news@shop.example' })).body.data.id;
  for (let from = 0; from < PEOPLE; from += 100) {
    const subscribers = Array.from({ length: 100 }, (_, n) => ({ email: `p${from + n}@example.com` }));
    await server.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers });
  }
  const template = { name: 'Issue', editor: 'html', subject: 'News', content: '<p>Hello {{ subscriber.email }}</p>' };
  await server.rest('POST', '/templates', template);
  const input = { name: 'May', list, template: 'Issue', repeat_unknown: repeat };
  return (await server.rest('POST', '/campaigns', input)).body.data.id;
}
