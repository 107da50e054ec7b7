import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, createOrderTemplate, sendMail } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** The most connections, and so messages in transit. */
const IN_FLIGHT = 5;

let smtp: MailServer | undefined;
afterAll(async () => {
  await endAll();
  await smtp?.close();
});

test('kill -9 during a burst loses no acknowledged write', async () => {
  smtp = await startMailServer();
  const { received } = smtp;
  const env = { DATA_DIR: await newHome(), MAIL_URL: `${smtp.url}?pool=${IN_FLIGHT}` };
  const server = await startServer({ env });
  await createOrderTemplate(server);
  const answerAll = smtp.holdAnswers(() => received.length >= 20);
  const writing = Promise.all([writeMails(server), writeEvents(server)]);
  await until(() => smtp!.unanswered === IN_FLIGHT); // none of these completes
  expect(await server.process.end('SIGKILL')).toBe(null);
  answerAll();
  const [mails, events] = await writing;
  expect(mails.length).toBeGreaterThan(0);
  expect(events.length).toBeGreaterThan(0);

  const again = await startServer({ env });
  for (const { id, to } of mails) {
    expect(await again.rest('GET', `/transactional-mails/${id}`)).toMatchObject({
      status: 200,
      body: { data: { to: [to] } },
    });
  }
  expect(await readReferences(again)).toEqual(expect.arrayContaining(events));
  // The killed process's messages are taken over when their leases have expired.
  await until(async () => (await countMails(again, 'pending')) === 0);
  expect(await countMails(again, 'failed')).toBe(0);
  const arrivals = received.flatMap(({ envelope }) => envelope.to);
  expect(new Set(arrivals)).toEqual(new Set([...mails.map(({ to }) => to), ...arrivals]));
  expect(arrivals.length - new Set(arrivals).size).toBe(IN_FLIGHT);
});

interface Sent {
  id: string;
  to: string;
}

/** Sends e-mails concurrently until the server is gone; returns the acknowledged ones. */
async function writeMails(server: Server): Promise<Sent[]> {
  const acknowledged: Sent[] = [];
  let order = 0;
  const write = async () => {
    const to = `p${order++}@example.com`;
    acknowledged.push({ id: await sendMail(server, to), to });
  };
  await Promise.all([untilGone(write), untilGone(write), untilGone(write)]);
  return acknowledged;
}

/** The same with events of one person; returns their references. */
async function writeEvents(server: Server): Promise<string[]> {
  const acknowledged: string[] = [];
  await untilGone(async () => {
    const event = { email: 'ada@example.com', name: 'page.viewed', reference: `view-${acknowledged.length}` };
    expect((await server.rest('POST', '/events', event)).status).toBe(201);
    acknowledged.push(event.reference);
  });
  return acknowledged;
}

/** Writes repeatedly, as a shop does, no faster than e-mails are sent. Ends when there are no more responses. */
async function untilGone(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write();
    } catch (error) {
      if (error instanceof TypeError) return; // fetch's error for a lost or refused connection
      throw error;
    }
    await sleep(20);
  }
}

/** All references of that person's events. */
async function readReferences(server: Server): Promise<string[]> {
  const references: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = (await server.rest('GET', `/events?email=ada@example.com&per_page=200&page=${page}`)).body;
    if (data.length === 0) return references;
    references.push(...data.map(({ reference }: { reference: string }) => reference));
  }
}
