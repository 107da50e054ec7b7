import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
let number = 0;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

interface Sale {
  id: string;
  reference: string;
}

/** A sale over 1,000, of which 300 are refunded. */
async function sellAndRefund(origin: 'conversion' | 'order event'): Promise<Sale> {
  const reference = `partial-${++number}`;
  const sale = { email: 'ann@people.test', value: 1_000, currency: 'EUR', reference };
  const { body } =
    origin === 'conversion'
      ? await api.rest('POST', '/conversions', sale)
      : await api.rest('POST', '/events', { ...sale, name: 'order' });
  const { id } = body.data;
  expect((await api.rest('POST', `/conversions/${id}/refund`, { value: 300 })).status).toBe(201);
  return { id, reference };
}

type Input = { value?: unknown; currency?: string };
/** `recorded`: the refunded value. `refused`: the input fields that are refused. */
type Outcome = { recorded: number; refunded: number; left: number } | { refused: string[] };

const FIELDS = '{ value refunded remaining }';
const ofRest = ({ status, body }: Answer): Outcome => {
  if (status === 422) return { refused: Object.keys(body.errors) };
  expect(status).toBe(201);
  return { recorded: body.data.value, refunded: body.data.refunded, left: body.data.left };
};

async function ask(field: string, operation: string, variables: object): Promise<Outcome> {
  const { status, body } = await api.graphql(operation, variables);
  expect(status).toBeLessThan(500);
  if (!body.errors) {
    const { value, refunded, remaining } = body.data[field].refund;
    return { recorded: value, refunded, left: remaining };
  }
  const { code, issues } = body.errors[0].extensions as { code: string; issues: { path: string[]; message: string }[] };
  expect(code).toBe('BAD_USER_INPUT');
  // The schema names an unknown field in the message.
  return { refused: issues.map(({ path, message }) => /"currency"/.exec(message)?.[0].slice(1, -1) ?? path.at(-1)!) };
}

const WAYS: Record<string, (sale: Sale, input: Input) => Promise<Outcome>> = {
  'REST by id': async ({ id }, input) => ofRest(await api.rest('POST', `/conversions/${id}/refund`, input)),
  'REST by reference': async ({ reference }, input) =>
    ofRest(await api.rest('POST', '/conversions/refund', { reference, ...input })),
  'GraphQL by id': ({ id }, input) =>
    ask('refundSale', `mutation ($input: RefundSaleInput!) { refundSale(input: $input) { refund ${FIELDS} } }`, {
      input: { id, ...input },
    }),
  'GraphQL by reference': ({ reference }, input) =>
    ask(
      'refundSaleByReference',
      `mutation ($input: RefundSaleByReferenceInput!) { refundSaleByReference(input: $input) { refund ${FIELDS} } }`,
      {
        input: { reference, ...input },
      },
    ),
};

const CASES = Object.keys(WAYS).flatMap((way) =>
  (['conversion', 'order event'] as const).map((origin) => ({ way, origin, refund: WAYS[way]! })),
);

const stateOf = async ({ id }: Sale) => {
  const { refunded } = await api.db.sale.findFirstOrThrow({ where: { id } });
  const refunds = await api.db.refund.findMany({ where: { saleId: id }, orderBy: { id: 'asc' } });
  return { refunded: Number(refunded), refunds: refunds.map(({ value }) => Number(value)).sort((a, b) => a - b) };
};

describe.each(CASES)('after a partial refund of a sale ($origin), $way', ({ origin, refund }) => {
  test('refunds the rest by its amount, then nothing more', async () => {
    const sale = await sellAndRefund(origin);
    expect(await refund(sale, { value: 700 })).toEqual({ recorded: 700, refunded: 1_000, left: 0 });
    for (const input of [{ value: 1 }, { value: 700 }, {}]) {
      expect(await refund(sale, input)).toEqual({ refused: ['value'] });
    }
    expect(await stateOf(sale)).toEqual({ refunded: 1_000, refunds: [300, 700] });
  });

  test('refunds the rest without an amount', async () => {
    for (const input of [{}, { value: null }]) {
      const sale = await sellAndRefund(origin);
      expect(await refund(sale, input)).toEqual({ recorded: 700, refunded: 1_000, left: 0 });
      expect(await refund(sale, input)).toEqual({ refused: ['value'] });
    }
  });

  test('refuses more than the rest, also less than the value of the sale', async () => {
    const sale = await sellAndRefund(origin);
    for (const value of [701, 999, 1_000, 1_001, 2 ** 53 - 1]) {
      expect([value, await refund(sale, { value })]).toEqual([value, { refused: ['value'] }]);
    }
    expect(await stateOf(sale)).toEqual({ refunded: 300, refunds: [300] });
  });

  test('records one of three refunds of the rest that are requested at the same time', async () => {
    for (const input of [{}, { value: 700 }, { value: 400 }]) {
      const sale = await sellAndRefund(origin);
      const outcomes = await Promise.all([refund(sale, input), refund(sale, input), refund(sale, input)]);
      const recorded = outcomes.flatMap((outcome) => ('recorded' in outcome ? outcome.recorded : []));
      // Without an amount or with all of the rest, and with 400 of 700: one fits.
      expect(recorded).toEqual([input.value ?? 700]);
      expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual(Array(2).fill({ refused: ['value'] }));
      expect(await stateOf(sale)).toMatchObject({ refunded: 300 + recorded[0]! });
    }
  });

  test('refuses another currency', async () => {
    const sale = await sellAndRefund(origin);
    expect(await refund(sale, { value: 100, currency: 'USD' })).toEqual({ refused: ['currency'] });
    expect(await stateOf(sale)).toEqual({ refunded: 300, refunds: [300] });
  });
});
