import { run, type Sql, sql } from '../../database/connect.ts';
import { recordEvents } from '../../domain/insight/record-events.ts';
import type { Scope } from '../../scope.ts';
import type { Customers } from '../people.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;
/** Older than an automation reacts to, so that loading the demo begins no run. */
const OLD_DAYS = 3;
const PRODUCTS = [
  { name: 'Rye loaf', sku: 'RYE', price: 450 },
  { name: 'Sourdough', sku: 'SOUR', price: 520 },
  { name: 'Box of six croissants', sku: 'CROISSANT-6', price: 890 },
  { name: 'Gift card', sku: 'GIFT', price: 2_500 },
  { name: 'Plum jam', sku: 'JAM', price: 640 },
  { name: 'Beginners’ course', sku: 'COURSE', price: 6_500 },
];

type Event = { email: string; name: string; occurredAt: Date } & Record<string, unknown>;

/** Carts that were abandoned, and pages that were looked at, by the customers within the year. */
export function cartsAndVisits({ count, person }: Customers, now: Date): Event[] {
  const at = (number: number, days: number) =>
    new Date(now.getTime() - (OLD_DAYS + ((number * days) % 361)) * DAY_MS - (number % 24) * 3_600_000);
  return Array.from({ length: count }, (_, number) => number).flatMap((number) => {
    const { email } = person(number);
    const product = PRODUCTS[number % PRODUCTS.length]!;
    const visit = {
      email,
      name: 'page.viewed',
      occurredAt: at(number, 7),
      properties: { path: `/shop/${product.sku.toLowerCase()}` },
    };
    if (number % 9 !== 0) return number % 2 === 0 ? [visit] : [];
    const image = `https://bakery.example/pictures/${product.sku.toLowerCase()}.jpg`;
    const item = {
      name: product.name,
      quantity: 1 + (number % 2),
      price: product.price / 100,
      image,
      description: 'Baked this morning',
    };
    const properties = {
      url: 'https://bakery.example/cart',
      total: (product.price * item.quantity) / 100,
      items: [item],
    };
    return [visit, { email, name: 'cart.abandoned', occurredAt: at(number, 13), properties }];
  });
}

/** Which clicks lead to orders. `every`: one in so many. */
interface Buying {
  every: number;
  /** Predicate over `t`, a touch. */
  which: Sql;
  /** The beginning of each order's reference. */
  prefix: string;
}

/** Orders: some clicks lead to one within a day, and every eighth customer orders now and then without an e-mail. */
export async function orders(
  scope: Scope,
  { count, person }: Customers,
  { every, which, prefix }: Buying,
): Promise<Event[]> {
  const now = scope.now();
  const clicks = await run<{ email: string; at: Date }>(
    scope.db,
    sql`select p.email, t.at from touches t join people p on p.team_id = t.team_id and p.key = t.person_key and p.email is not null
        where t.team_id = ${scope.team.id}::int and t.kind = 'click' and ${which} order by t.at`,
  );
  const after = clicks
    .filter((_, index) => index % every === 0)
    .map(({ email, at }, index) => ({ email, at: new Date(at.getTime() + ((index * 37) % 1_300) * 60_000) }));
  const alone = Array.from({ length: count }, (_, number) => number)
    .filter((number) => number % 8 === 3)
    .map((number) => ({
      email: person(number).email,
      at: new Date(now.getTime() - ((number * 97) % 363) * DAY_MS),
    }));
  return [...after, ...alone]
    .filter(({ at }) => at < now)
    .map(({ email, at }, number) => orderOf(`${prefix}-${at.getTime().toString(36)}-${number}`, email, at, number));
}

function orderOf(reference: string, email: string, occurredAt: Date, number: number): Event {
  const product = PRODUCTS[(number * 7) % PRODUCTS.length]!;
  const quantity = 1 + (number % 3);
  return {
    email,
    name: 'order',
    value: product.price * quantity,
    currency: 'EUR',
    reference,
    properties: { items: [{ sku: product.sku, name: product.name, quantity }] },
    occurredAt,
  };
}

/** Records events in the order in which they happened. */
export async function record(scope: Scope, events: readonly Event[], say: (line: string) => void): Promise<void> {
  const inOrder = events.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
  for (let from = 0; from < inOrder.length; from += BATCH) {
    await recordEvents(scope, { events: inOrder.slice(from, from + BATCH) });
  }
  say(`${inOrder.length} events`);
}
