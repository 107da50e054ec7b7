import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Claim } from '../../../src/domain/ledger/claim.ts';
import { claimMails, extendLeases } from '../../../src/domain/ledger/claim-messages.ts';
import { writeLedger } from '../../../src/domain/ledger/write-ledger.ts';
import { type DeliverySetup, openDeliverySetup } from './delivery-setup.ts';

/** LEDGER_ROUNDS=10000 by hand; a few hundred find a deadlock of statements that lock in no order. */
const ROUNDS = Number(process.env.LEDGER_ROUNDS ?? 300);
const MESSAGES = 60;

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await openDeliverySetup();
});
afterAll(() => setup.close());

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

test('renewing leases, starting and settling at the same moment never deadlock', {
  timeout: 30_000 + ROUNDS * 200,
}, async () => {
  const { db } = setup.connection;
  for (let index = 0; index < MESSAGES; index++) await setup.addMail();
  const claims: Claim[] = await claimMails(db, { limit: MESSAGES, leaseSeconds: 600, holder: 1 });
  expect(claims).toHaveLength(MESSAGES);
  for (let round = 0; round < ROUNDS; round++) {
    await db.$executeRaw`update messages set state = 'claimed', lease_until = now() + interval '10 minutes'`;
    const mixed = shuffled(claims);
    const half = MESSAGES / 2;
    const starts = mixed.slice(0, half).map((claim) => ({ claim, recipients: ['ann@example.test'] }));
    const settlements = mixed.slice(half).map((claim) => ({ claim, state: 'queued' as const, delaySeconds: 0 }));
    const [kept, one, other] = await Promise.all([
      extendLeases(db, shuffled(claims), 600),
      writeLedger(db, shuffled(settlements), [], 600),
      writeLedger(db, [], shuffled(starts), 600),
    ]);
    expect([one.settled.length, other.started.length]).toEqual([half, half]);
    expect(kept.length).toBeGreaterThanOrEqual(half);
  }
});
