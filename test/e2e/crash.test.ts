import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, createOrderTemplate } from '../support/mails.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Far more than can be written before the process is killed. */
const MAILS = 2_000;
const EVENTS = 150;
/** Connections, and so messages on their way, at most. */
const IN_FLIGHT = 5;

let smtp: MailServer | undefined;
afterAll(async () => {
  await endAll();
  await smtp?.close();
});

test('kill -9 amid a burst loses nothing that was acknowledged', async () => {
  smtp = await startMailServer();
  const { received } = smtp;
  const env = { DATA_DIR: await newHome(), MAIL_URL: `${smtp.url}?pool=${IN_FLIGHT}` };
  const server = await startServer({ env });
  await createOrderTemplate(server);
  const writing = Promise.all([writeMails(server), writeEvents(server)]);
  await until(() => received.length >= 20);
  expect(await server.process.end('SIGKILL')).toBe(null);
  const [mails, events] = await writing;
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.length).toBeLessThan(MAILS); // it was amid
  expect(events.length).toBeGreaterThan(0);

  const again = await startServer({ env });
  for (const { id, to } of mails) {
    expect(await again.rest('GET', `/transactional-mails/${id}`)).toMatchObject({
      status: 200,
      body: { data: { to: [to] } },
    });
  }
  const kept = await again.rest('GET', '/events?email=ada@example.com&per_page=200');
  expect(kept.body.data.map(({ reference }: { reference: string }) => reference)).toEqual(
    expect.arrayContaining(events),
  );
  // What the killed process held is taken over when its leases have run out.
  await until(async () => (await countMails(again, 'pending')) === 0, 120);
  expect(await countMails(again, 'failed')).toBe(0);
  const arrivals = received.flatMap(({ envelope }) => envelope.to);
  expect(new Set(arrivals)).toEqual(new Set([...mails.map(({ to }) => to), ...arrivals]));
  expect(arrivals.length - new Set(arrivals).size).toBeLessThanOrEqual(IN_FLIGHT);
});

interface Sent {
  id: string;
  to: string;
}

/** Sends mails side by side until the server is gone; gives those that were acknowledged. */
async function writeMails(server: Server): Promise<Sent[]> {
  const acknowledged: Sent[] = [];
  const next = Array.from({ length: MAILS }, (_, order) => `p${order}@example.com`);
  const write = async () => {
    for (let to = next.shift(); to; to = next.shift()) {
      const mail = { template: 'order', from: 'shop@shop.example', to: [to], variables: { order: to } };
      const { status, body } = await server.rest('POST', '/transactional-mails', mail);
      expect(status).toBe(201);
      acknowledged.push({ id: body.data.id, to });
      await sleep(20); // As a shop does: not faster than they are sent.
    }
  };
  await Promise.allSettled([write(), write(), write()]);
  return acknowledged;
}

/** The same with events of one person; gives their references. */
async function writeEvents(server: Server): Promise<string[]> {
  const acknowledged: string[] = [];
  const write = async () => {
    for (let number = 0; number < EVENTS; number++) {
      const event = { email: 'ada@example.com', name: 'page.viewed', reference: `view-${number}` };
      const { status } = await server.rest('POST', '/events', event);
      expect(status).toBe(201);
      acknowledged.push(event.reference);
    }
  };
  await write().catch(() => {});
  return acknowledged;
}
