/** Rows of a batch, and the number of people among them. */
export const BATCH = 1000;
const PEOPLE = 20_000;

const SINCE = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** A purchase as a shop reports it; `n` makes a unique reference. */
export function shopEvent(n: number) {
  const person = (n * 7919) % PEOPLE;
  const quantity = 1 + (n % 3);
  return {
    email: `customer-${person}@people-${person % 50}.example.com`,
    name: n % 4 === 0 ? 'cart.abandoned' : 'checkout.completed',
    properties: {
      total: 10 + (n % 900) / 10,
      order_number: `SO-${n}`,
      coupon: n % 5 === 0 ? 'SPRING10' : null,
      source: n % 2 === 0 ? 'newsletter' : 'direct',
      items: [
        { sku: `A-${n % 500}`, title: 'Merino socks, grey', quantity, price: 12.5 },
        { sku: `B-${n % 300}`, title: 'Café mug “Zürich”', quantity: 1, price: 9.9 },
      ],
    },
    value: 1000 + (n % 9000),
    currency: 'EUR',
    occurred_at: new Date(SINCE + n * 10 + (n % 60) * MINUTE).toISOString(),
    reference: `order-${String(n).padStart(10, '0')}`,
  };
}

/** The events of batch number `index`. */
export const eventBatch = (index: number) => Array.from({ length: BATCH }, (_, row) => shopEvent(index * BATCH + row));

/** Runs jobs with this many at a time; returns the seconds it took. */
export async function timed(jobs: readonly (() => Promise<void>)[], atOnce: number): Promise<number> {
  const left = jobs.values();
  const from = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const job of left) await job();
    }),
  );
  return (performance.now() - from) / 1000;
}
