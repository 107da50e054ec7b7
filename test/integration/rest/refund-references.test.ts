import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const sell = async (reference: string, input: object = {}): Promise<string> => {
  const sale = { email: 'ann@people.test', value: 1_000, currency: 'EUR', reference, ...input };
  return (await api.rest('POST', '/conversions', sale)).body.data.id;
};
const byId = (id: string, body?: object, options?: object) =>
  api.rest('POST', `/conversions/${id}/refund`, body, options);
const byOrder = (reference: string, body: object = {}) =>
  api.rest('POST', '/conversions/refund', { reference, ...body });
const refundsOf = (saleId: string) => api.db.refund.findMany({ where: { saleId }, orderBy: { id: 'asc' } });

describe('a refund_reference', () => {
  test('makes a refund by order reference happen once, even with another value', async () => {
    const id = await sell('rf-1');
    const first = await byOrder('rf-1', { value: 300, refund_reference: 're-1' });
    expect([first.status, first.body.data]).toEqual([
      201,
      {
        ...{ id: expect.any(String), status: 'recorded', conversion: id, value: 300, currency: 'EUR', refunded: 300 },
        ...{ left: 700, reference: 're-1', refund_reference: 're-1', created_at: expect.any(String) },
      },
    ]);
    for (const value of [300, 700, 5_000, undefined, null]) {
      const again = await byOrder('rf-1', { value, refund_reference: 're-1' });
      expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, status: 'duplicate' }]);
    }
    expect(await refundsOf(id)).toHaveLength(1);
  });

  test('is unique across both routes, and across both names on the route by id', async () => {
    const id = await sell('rf-2');
    const first = await byId(id, { value: 100, reference: 'one' });
    const calls = [
      byOrder('rf-2', { refund_reference: 'one' }),
      byId(id, { refund_reference: 'one', value: 5 }),
      byId(id, { reference: 'one' }),
      byId(id, { reference: 'one', refund_reference: 'one' }),
      byId(id, { reference: ' ', refund_reference: 'one' }),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body.data]).toEqual([200, { ...first.body.data, status: 'duplicate' }]);
    }
    const back = await byOrder('rf-2', { value: 50, refund_reference: 'two' });
    expect((await byId(id, { reference: 'two' })).body.data).toEqual({ ...back.body.data, status: 'duplicate' });
    expect(await refundsOf(id)).toHaveLength(2);
  });

  test('finds its refund after the sale is fully refunded', async () => {
    await sell('rf-3');
    const first = await byOrder('rf-3', { refund_reference: 'all' });
    expect(first.body.data).toMatchObject({ value: 1_000, left: 0 });
    expect((await byOrder('rf-3', { refund_reference: 'all' })).body.data.status).toBe('duplicate');
    expect((await byOrder('rf-3', { refund_reference: 'more' })).body.errors).toEqual({
      value: ['The sale is already refunded in full.'],
    });
  });

  test('is scoped to its sale: another sale may have a refund with the same one', async () => {
    const [first, second] = [await sell('rf-4a'), await sell('rf-4b')];
    for (const id of [first, second]) {
      expect((await byId(id, { value: 10, refund_reference: 'same' })).body.data).toMatchObject({
        ...{ status: 'recorded', conversion: id },
      });
    }
    expect((await byOrder('rf-4b', { refund_reference: 'same' })).body.data).toMatchObject({
      ...{ status: 'duplicate', conversion: second },
    });
  });

  test('refunds an order event once, by the id of the event or its reference', async () => {
    const order = { email: 'ann@people.test', name: 'order', value: 900, currency: 'EUR', reference: 'rf-5' };
    const { id } = (await api.rest('POST', '/events', order)).body.data;
    const first = await byOrder('rf-5', { value: 400, refund_reference: 'shop-1' });
    expect((await byId(id, { reference: 'shop-1' })).body.data).toEqual({ ...first.body.data, status: 'duplicate' });
  });

  test('records exactly one of twenty parallel refunds, by any route and with any value', async () => {
    const id = await sell('rf-6');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        number % 2
          ? byId(id, { value: number, refund_reference: 'par' })
          : byOrder('rf-6', { refund_reference: 'par' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const [refund, ...others] = await refundsOf(id);
    expect(others).toEqual([]);
    expect(await api.db.sale.findFirst({ where: { id } })).toMatchObject({ refunded: refund?.value });
  });

  test('must equal reference on the route by id', async () => {
    const id = await sell('rf-7');
    const { status, body } = await byId(id, { value: 1, reference: 'a', refund_reference: 'b' });
    expect([status, body.errors]).toEqual([
      422,
      { refund_reference: ['The refund_reference field must equal reference, or be left out.'] },
    ]);
    expect(await refundsOf(id)).toEqual([]);
  });

  test.each([
    ['too long', 'r'.repeat(256), 'must not be greater than 255 characters.'],
    ['enormous', 'r'.repeat(500_000), 'must not be greater than 255 characters.'],
    ['with NUL', 'a\0b', 'must not contain NUL or broken characters.'],
    ['with half a character', 'a\ud800', 'must not contain NUL or broken characters.'],
    ['a number', 77, 'must be a string.'],
    ['true', true, 'must be a string.'],
    ['a list', ['r'], 'must be a string.'],
    ['an object', { id: 'r' }, 'must be a string.'],
  ])('of %s is refused on both routes, and refunds nothing', async (name, refund_reference, problem) => {
    const id = await sell(`hostile ${name}`);
    for (const answer of [
      await byId(id, { value: 1, refund_reference }),
      await byOrder(`hostile ${name}`, { value: 1, refund_reference }),
    ]) {
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { refund_reference: [`The refund_reference field ${problem}`] },
      ]);
    }
    expect(await refundsOf(id)).toEqual([]);
  });

  test.each(['5', 1.5, -1, 0, 2 ** 53, 1e300, true, [5], {}])(
    'does not make an invalid value, %j, valid',
    async (value) => {
      const reference = `value ${JSON.stringify(value)}`;
      const id = await sell(reference);
      await byId(id, { value: 1, refund_reference: 'x' });
      for (const answer of [
        await byId(id, { value, refund_reference: 'x' }),
        await byOrder(reference, { value, refund_reference: 'x' }),
      ]) {
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['value']]);
      }
      expect(await refundsOf(id)).toHaveLength(1);
    },
  );

  test.each(['', ' \t ', null])('that is blank, %j, counts as absent: each call refunds', async (refund_reference) => {
    const reference = `blank ${JSON.stringify(refund_reference)}`;
    const id = await sell(reference);
    for (let count = 0; count < 2; count++) {
      const { status, body } = await byOrder(reference, { value: 10, refund_reference });
      expect([status, body.data]).toMatchObject([201, { refund_reference: null }]);
    }
    expect(await refundsOf(id)).toHaveLength(2);
  });

  test('works the same in GraphQL', async () => {
    const id = await sell('rf-8');
    const fields = '{ id status value refunded reference refundReference }';
    const order = `mutation ($input: RefundSaleByReferenceInput!) { refundSaleByReference(input: $input) { refund ${fields} } }`;
    const one = `mutation ($input: RefundSaleInput!) { refundSale(input: $input) { refund ${fields} } }`;
    const {
      refundSaleByReference: { refund: refundSaleByReference },
    } = await ask(api, order, { input: { reference: 'rf-8', value: 5, refundReference: 'g' } });
    expect(refundSaleByReference).toMatchObject({ status: 'RECORDED', value: 5, reference: 'g', refundReference: 'g' });
    const {
      refundSale: { refund: refundSale },
    } = await ask(api, one, { input: { id, refundReference: 'g' } });
    expect(refundSale).toEqual({ ...refundSaleByReference, status: 'DUPLICATE' });
    const { extensions } = await fail(api, one, { input: { id, reference: 'g', refundReference: 'h' } });
    expect(extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['refundReference'] }],
    });
  });

  test('is deleted once the person is erased', async () => {
    const id = await sell('rf-9', { email: 'erased@people.test' });
    await byOrder('rf-9', { value: 1, refund_reference: 'before' });
    await api.rest('POST', '/people/erase', { email: 'erased@people.test' });
    const { body } = await byId(id, { value: 1, refund_reference: 'after' });
    expect(body.data).toMatchObject({ status: 'recorded', refunded: 2, refund_reference: null });
    expect(await refundsOf(id)).toMatchObject([{ reference: null }, { reference: null }]);
    expect((await byOrder('rf-9', { refund_reference: 'before' })).status).toBe(422);
  });
});
