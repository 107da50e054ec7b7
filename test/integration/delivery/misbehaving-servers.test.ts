import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import {
  type MisbehavingMailServer,
  STEPS,
  startMisbehavingMailServer,
} from '../../support/misbehaving-mail-server.ts';
import { until } from '../../support/until.ts';
import { type DeliverySetup, openDeliverySetup } from './delivery-setup.ts';

let setup: DeliverySetup;
let server: MisbehavingMailServer;
let delivery: ReturnType<DeliverySetup['deliver']> | undefined;
beforeAll(async () => {
  setup = await openDeliverySetup();
});
beforeEach(async () => {
  server = await startMisbehavingMailServer();
});
afterEach(async () => {
  await delivery?.stop();
  delivery = undefined;
  await server.close();
  await setup.connection.db.sendingPause.deleteMany(); // five failures in a row would have the next test's mail wait
});
afterAll(async () => {
  await setup.close();
  await closeRendering();
});

describe('a mail server that hangs up', () => {
  test.each(STEPS.filter((step) => step !== 'QUIT'))('after %s gets the mail when it recovers', async (step) => {
    server.hangUpAfter = { step, times: 1 };
    delivery = setup.deliver(server.url);
    const mail = await setup.settled(await setup.addMail());
    expect(mail).toMatchObject({ status: 'sent', failureReason: null });
    expect(server.accepted).toBe(1);
    expect(server.received.filter((step) => step === 'the message')).toHaveLength(step === 'the message' ? 2 : 1);
  });

  test.each(['EHLO', 'MAIL', 'RCPT', 'DATA'] as const)(
    'after %s each time fails the mail, which it never received',
    async (step) => {
      server.hangUpAfter = { step, times: Number.POSITIVE_INFINITY };
      delivery = setup.deliver(server.url, [0, 0]);
      const mail = await setup.settled(await setup.addMail());
      expect(mail.status).toBe('failed');
      expect(mail.failureReason).toMatch(/^The mail server could not be reached: it closed the connection \(\w+\)\.$/);
      expect(server.received).not.toContain('the message');
    },
  );

  test('after each message still gets all mails, once each', async () => {
    server.hangUpAfter = { step: 'QUIT', times: Number.POSITIVE_INFINITY };
    delivery = setup.deliver(`${server.url}?pool=1`);
    const ids = await Promise.all(Array.from({ length: 5 }, () => setup.addMail()));
    for (const id of ids) expect((await setup.settled(id)).status).toBe('sent');
    expect(server.accepted).toBe(5);
  });
});

test('a mail server that never greets does not block the queue: the mail is sent once it does', async () => {
  server.greets = false;
  delivery = setup.deliver(server.url);
  const id = await setup.addMail();
  const where = { teamId_mailId: { teamId: setup.teamId, mailId: id } };
  const ledger = () => setup.connection.db.message.findUniqueOrThrow({ where });
  await until(async () => (await ledger()).failures > 0);
  expect((await ledger()).lastError).toBe(
    'The mail server could not be reached: it timed out without a greeting. The port may need implicit TLS (ETIMEDOUT).',
  );
  server.greets = true;
  expect(await setup.settled(id)).toMatchObject({ status: 'sent', failureReason: null });
  expect(server.accepted).toBe(1);
});
