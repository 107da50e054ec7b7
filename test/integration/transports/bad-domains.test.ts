import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyMailServer, startFaultyMailServer } from '../../support/faulty-mail-server.ts';
import { until } from '../../support/until.ts';
import { type DeliverySetup, openDeliverySetup } from '../delivery/delivery-setup.ts';

const behaviours = {
  'defer.test': 'defer',
  'tarpit.test': 'tarpit',
  'drop.test': 'drop',
  'refuse.test': 'refuse',
} as const;
const BAD = Object.keys(behaviours);
const GOOD = ['one.test', 'two.test', 'three.test', 'four.test'];
const OF_EACH = 15;

let setup: DeliverySetup;
let server: FaultyMailServer;
beforeAll(async () => {
  setup = await openDeliverySetup();
  server = await startFaultyMailServer({ behaviours });
});
afterAll(async () => {
  await server.close();
  await setup.close();
});

const failuresOf = (messages: { failures: number }[]) => messages.reduce((sum, { failures }) => sum + failures, 0);

test('domains that defer, delay, hang up and refuse do not delay others', async () => {
  const { db } = setup.connection;
  const ids = new Map<string, string[]>();
  for (let number = 0; number < OF_EACH; number += 1) {
    for (const domain of [...BAD, ...GOOD]) {
      ids.set(domain, [...(ids.get(domain) ?? []), await setup.addMail({ to: [`p${number}@${domain}`] })]);
    }
  }
  setup.deliver(`${server.url}?pool=5`, Array(9).fill(0));
  const statuses = async (domains: string[]) => {
    const where = { id: { in: domains.flatMap((domain) => ids.get(domain) as string[]) } };
    return (await db.transactionalMail.findMany({ where })).map(({ status }) => status);
  };
  const all = (status: string, domains: string[]) => async () =>
    (await statuses(domains)).every((one) => one === status);
  await until(all('sent', GOOD));
  // No connection was released meanwhile, so the others did not wait for it.
  expect(server.held.size).toBe(1);
  expect(server.accepted.filter((address) => address.endsWith('tarpit.test'))).toEqual([]);
  await until(all('failed', ['refuse.test']));

  const pauses = async () =>
    (await db.sendingPause.findMany({ where: { pausedUntil: { not: null }, bulkOnly: false } })).map(
      ({ domain }) => domain,
    );
  await until(async () => (await pauses()).length === 2);
  expect((await pauses()).sort()).toEqual(['defer.test', 'drop.test']);
  const waiting = await until(async () => {
    const rows = await db.message.findMany({ where: { mailId: { in: ids.get('defer.test') as string[] } } });
    return failuresOf(rows) >= 5 ? rows : undefined;
  });
  const failures = failuresOf(waiting);
  // Messages in delivery when the pause began count too; the others were requeued unchanged.
  expect(failures).toBeLessThanOrEqual(5 + 7);
  const pause = await db.sendingPause.findFirstOrThrow({ where: { domain: 'defer.test' } });
  const resting = waiting.filter(({ state }) => state === 'queued');
  await until(async () => {
    const now = await db.message.findMany({ where: { id: { in: resting.map(({ id }) => id) }, state: 'queued' } });
    return (
      now.length === resting.length && now.every(({ dueAt }) => dueAt.getTime() >= pause.pausedUntil!.getTime() - 1_000)
    );
  });
  expect(pause.reason).toBe('452 try again later');
  expect(server.mostConnections).toBeLessThanOrEqual(7);
});
