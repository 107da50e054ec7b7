import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';

/** A minimal model of a sale. */
interface Sale {
  id: string;
  reference: string;
  email: string;
  currency: string;
  value: number;
  refunds: { id: string; reference: string | undefined; value: number }[];
  day: string;
}

const PEOPLE = 4;
const CURRENCIES = ['EUR', 'HUF', 'KWD'];
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'];

const which = fc.nat(7);
const value = fc.oneof(fc.nat(2_000), fc.constantFrom(0, 1, 999, 1_000, 2 ** 40));
const name = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
const step = fc.oneof(
  fc.record({
    what: fc.constantFrom('conversion' as const, 'order' as const),
    which,
    value,
    who: fc.nat(PEOPLE - 1),
    currency: fc.constantFrom(...CURRENCIES),
    day: fc.constantFrom(...DAYS),
  }),
  fc.record({
    what: fc.constant('refund' as const),
    ...{ which, name, value: fc.option(value, { nil: undefined }) },
    namedBy: fc.constantFrom('id', 'alias', 'order'),
  }),
  fc.record({
    what: fc.constant('correct' as const),
    ...{ which, value, currency: fc.option(fc.constantFrom(...CURRENCIES), { nil: undefined }) },
    namedBy: fc.constantFrom('id', 'order'),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Asked<What extends Step['what']> = Extract<Step, { what: What }>;

let api: TestApp;
let list: string;
let run = 0;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await api.rest('POST', '/templates', { name: 'Credited', editor: 'html', subject: 'S', content: 'C' });
});
afterAll(() => api.close());

const refundedOf = ({ refunds }: Sale) => refunds.reduce((sum, { value }) => sum + value, 0);
const mailOf = (number: number) => `p${number}.${run}@people.test`;

/** New people who have clicked an e-mail, to which every sale is then credited. */
async function begin(): Promise<void> {
  run++;
  await api.db.sale.deleteMany({});
  for (let number = 0; number < PEOPLE; number++) {
    const email = mailOf(number);
    await subscribe(api, list, [{ email }]);
    const mail = { template: 'Credited', from: 'shop@shop.test', to: [email] };
    const { id: senderId } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    const touch = { kind: 'click', sender: 'transactional', senderId, at: new Date(`${DAYS[0]}T00:00:00Z`) } as const;
    await api.db.touch.create({ data: { teamId: api.teamId, personKey: personKey(api.teamId, email), ...touch } });
  }
}

/** Runs a step and returns the expected answer according to the model. */
async function take(step: Step, sales: Map<string, Sale>): Promise<void> {
  const reference = `${run}/${step.which}`;
  const sale = sales.get(reference);
  if (step.what === 'refund') return refund(step, reference, sale);
  if (step.what === 'correct') return correct(step, reference, sale);
  const { what, value, currency, day } = step;
  const email = mailOf(step.who);
  const sold = { email, value, currency, reference, occurred_at: `${day}T12:00:00Z` };
  const { status, body } =
    what === 'order'
      ? await api.rest('POST', '/events', { ...sold, name: 'order' })
      : await api.rest('POST', '/conversions', sold);
  expect([200, 201]).toContain(status);
  if (!sale) sales.set(reference, { id: body.data.id, reference, email, currency, value, day, refunds: [] });
  else if (what === 'conversion')
    expect(body.data).toMatchObject({ id: sale.id, status: 'duplicate', value: sale.value });
}

async function refund({ value, name, namedBy }: Asked<'refund'>, reference: string, sale: Sale | undefined) {
  const terms = { value, [namedBy === 'alias' ? 'reference' : 'refund_reference']: name };
  const { status, body } =
    namedBy === 'order'
      ? await api.rest('POST', '/conversions/refund', { reference, ...terms })
      : await api.rest('POST', `/conversions/${sale?.id ?? newId()}/refund`, terms);
  if (!sale) return expect(status).toBe(namedBy === 'order' ? 422 : 404);
  if (value === 0) return expect([status, Object.keys(body.errors)]).toEqual([422, ['value']]);
  const known = name === undefined ? undefined : sale.refunds.find(({ reference }) => reference === name);
  const left = sale.value - refundedOf(sale);
  if (known) {
    return expect([status, body.data]).toMatchObject([
      200,
      { status: 'duplicate', id: known.id, value: known.value, left },
    ]);
  }
  const amount = value ?? left;
  if (left === 0 || amount > left) return expect([status, Object.keys(body.errors)]).toEqual([422, ['value']]);
  expect([status, body.data]).toMatchObject([201, { status: 'recorded', value: amount, left: left - amount }]);
  sale.refunds.push({ id: body.data.id, reference: name, value: amount });
}

async function correct({ value, currency, namedBy }: Asked<'correct'>, reference: string, sale: Sale | undefined) {
  const { status, body } =
    namedBy === 'order'
      ? await api.rest('PATCH', '/conversions', { reference, value, currency })
      : await api.rest('PATCH', `/conversions/${sale?.id ?? newId()}`, { value, currency });
  if (!sale) return expect(status).toBe(namedBy === 'order' ? 422 : 404);
  const wrong = [
    ...(value < refundedOf(sale) ? ['value'] : []),
    ...(currency !== undefined && currency !== sale.currency ? ['currency'] : []),
  ];
  if (wrong.length > 0) return expect([status, Object.keys(body.errors).sort()]).toEqual([422, wrong.sort()]);
  sale.value = value;
  expect([status, body.data]).toMatchObject([200, { id: sale.id, value, left: value - refundedOf(sale) }]);
}

/** The totals of sales by a key and the currency. */
function added(sales: Iterable<Sale>, group: (sale: Sale) => string) {
  const sums = new Map<string, { group: string; currency: string; revenue: number; orders: number }>();
  for (const sale of sales) {
    const key = `${group(sale)} ${sale.currency}`;
    const sum = sums.get(key) ?? { group: group(sale), currency: sale.currency, revenue: 0, orders: 0 };
    sums.set(key, { ...sum, revenue: sum.revenue + sale.value - refundedOf(sale), orders: sum.orders + 1 });
  }
  return [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

const GROUPS: Record<string, (sale: Sale) => string> = {
  day: ({ day }) => day,
  currency: ({ currency }) => currency,
  origin: () => 'transactional',
  template: () => 'Credited',
};

async function expectReports(sales: Map<string, Sale>): Promise<void> {
  for (const [by, group] of Object.entries(GROUPS)) {
    const { body } = await api.rest('GET', `/revenue?group_by=${by}&from=2026-02-01&to=2026-04-01`);
    expect([by, body.data]).toEqual([by, added(sales.values(), group)]);
  }
  for (let number = 0; number < PEOPLE; number++) {
    const theirs = [...sales.values()].filter(({ email }) => email === mailOf(number));
    const { body } = await api.rest('GET', `/people?email=${mailOf(number)}`);
    const expected = added(theirs, ({ currency }) => currency).map(({ group: _, ...sum }) => sum);
    expect(body.data.revenue).toHaveLength(expected.length);
    expect(body.data.revenue).toEqual(expect.arrayContaining(expected));
  }
  for (const currency of CURRENCIES) {
    const rule = { type: 'revenue', operator: 'total_gte', value: { amount: 1_000, currency } };
    const conditions = { operator: 'and', rules: [rule] };
    const { body } = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions });
    const rich = added(sales.values(), ({ email }) => email).filter(
      (sum) => sum.currency === currency && sum.revenue >= 1_000,
    );
    expect([currency, body.data.subscribers_count]).toEqual([currency, rich.length]);
  }
}

test('after any sales, refunds and corrections, all reports match the totals of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
      await begin();
      const sales = new Map<string, Sale>();
      for (const step of steps) await take(step, sales);
      await expectReports(sales);
    }),
    { numRuns: Number(process.env.RUNS ?? 15), endOnFailure: true },
  );
}, 300_000);
