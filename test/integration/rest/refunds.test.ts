import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { all, makeSegment } from '../../support/segments.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

const sell = async (email: string, input: object = {}) => {
  const { body } = await api.rest('POST', '/conversions', { email, value: 1_000, currency: 'EUR', ...input });
  return body.data;
};
const refund = (id: string, body?: object, options?: object) =>
  api.rest('POST', `/conversions/${id}/refund`, body, options);

describe('a refund', () => {
  test('covers the full remaining value, or the given value', async () => {
    const { id } = await sell('all@people.test');
    const part = await refund(id, { value: 300, refund_reference: 'r-1' });
    expect([part.status, part.body.data]).toEqual([
      201,
      {
        ...{ id: expect.any(String), status: 'recorded', conversion: id, value: 300, currency: 'EUR' },
        ...{ refunded: 300, left: 700, reference: 'r-1', refund_reference: 'r-1', created_at: expect.any(String) },
      },
    ]);
    const rest = await refund(id);
    expect([rest.status, rest.body.data]).toMatchObject([
      201,
      { value: 700, refunded: 1_000, left: 0, reference: null },
    ]);
  });

  test('never exceeds the remaining value', async () => {
    const { id } = await sell('most@people.test');
    const problem = async (body?: object) => (await refund(id, body)).body.errors;
    expect(await problem({ value: 1_001 })).toEqual({
      value: ['The value field must not be greater than 1000, the remaining value of the sale.'],
    });
    expect(await problem({ value: 0 })).toEqual({ value: ['The value field must be at least 1.'] });
    expect(await problem({ value: '5' })).toEqual({
      value: ['The value field must be an integer in the smallest unit of the currency: 1250 for 12.50.'],
    });
    expect((await refund(id)).status).toBe(201);
    expect(await problem()).toEqual({ value: ['The sale is already refunded in full.'] });
    expect((await api.rest('GET', '/people?email=most@people.test')).body.data.revenue[0].revenue).toBe(0);
  });

  test('of a sale that does not exist is 404, before any other error', async () => {
    for (const body of [undefined, {}, { value: -1 }, { value: 'much', reference: '' }]) {
      expect((await refund(newId(), body)).status).toBe(404);
    }
  });

  test('requested fifty times at once stops at the remaining value', async () => {
    const { id } = await sell('race@people.test');
    const answers = await Promise.all(Array.from({ length: 15 }, () => refund(id, { value: 100 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(await api.db.sale.findFirst({ where: { id } })).toMatchObject({ refunded: 1_000n });
  });

  test('is recorded once per reference, and once per Idempotency-Key', async () => {
    const { id } = await sell('once@people.test');
    const first = await refund(id, { value: 100, reference: 'once' });
    const again = await refund(id, { value: 100, reference: 'once' });
    expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, status: 'duplicate' }]);
    const headers = { 'idempotency-key': 'refund' };
    const keyed = await refund(id, { value: 100 }, { headers });
    expect((await refund(id, { value: 100 }, { headers })).body).toEqual(keyed.body);
    expect(await api.db.sale.findFirst({ where: { id } })).toMatchObject({ refunded: 200n });
  });

  test('of an order event works by its reference, or by the id of the event', async () => {
    const order = { email: 'order@people.test', name: 'order', value: 500, currency: 'EUR', reference: 'order-1' };
    const { body } = await api.rest('POST', '/events', order);
    const by = await api.rest('POST', '/conversions/refund', { reference: 'order-1', value: 200 });
    expect([by.status, by.body.data]).toMatchObject([201, { conversion: body.data.id, value: 200, left: 300 }]);
    expect((await refund(body.data.id)).body.data).toMatchObject({ value: 300, left: 0 });
    const unknown = await api.rest('POST', '/conversions/refund', { reference: 'nothing' });
    const message = 'The reference field must be the reference of a sale.';
    expect([unknown.status, unknown.body.errors]).toEqual([422, { reference: [message] }]);
    expect((await api.rest('POST', '/conversions/refund', {})).body.errors).toEqual({
      reference: ['The reference field is required.'],
    });
  });

  test('of a missing or foreign sale is 404', async () => {
    const { id } = await sell('mine@people.test');
    for (const unknown of [newId(), 'x']) expect((await refund(unknown)).status).toBe(404);
    expect((await refund(id, {}, { token: api.otherToken })).status).toBe(404);
    expect((await refund(id, {}, { token: api.readToken })).status).toBe(403);
  });

  test('works the same in GraphQL', async () => {
    const { id } = await sell('graphql@people.test', { reference: 'g-1' });
    const fields = '{ status conversionId value refunded remaining }';
    const operation = `mutation ($input: RefundSaleInput!) { refundSale(input: $input) { refund ${fields} } }`;
    const {
      refundSale: { refund: refundSale },
    } = await ask(api, operation, { input: { id, value: 400 } });
    expect(refundSale).toEqual({
      status: 'RECORDED',
      conversionId: id,
      value: 400,
      refunded: 400,
      remaining: 600,
    });
    const again = `mutation { refundSaleByReference(input: { reference: "g-1", value: 100, refundReference: "r-1" }) {
      isNew refund { conversion { remaining } } conversion { value remaining refunds { nodes { value } totalCount } } } }`;
    const first = (await ask(api, again)).refundSaleByReference;
    expect(first).toEqual({
      isNew: true,
      refund: { conversion: { remaining: 500 } },
      conversion: { value: 1_000, remaining: 500, refunds: { nodes: [{ value: 400 }, { value: 100 }], totalCount: 2 } },
    });
    expect((await ask(api, again)).refundSaleByReference).toEqual({ ...first, isNew: false });
    const order = `mutation { refundSaleByReference(input: { reference: "g-1" }) { refund ${fields} } }`;
    expect((await ask(api, order)).refundSaleByReference.refund).toMatchObject({ value: 500, remaining: 0 });
    expect((await fail(api, operation, { input: { id: newId() } })).extensions.code).toBe('NOT_FOUND');
    const { person } = await ask(
      api,
      '{ person(email: "graphql@people.test") { sales { nodes { value refunded } } } }',
    );
    expect(person.sales.nodes).toEqual([{ value: 1_000, refunded: 1_000 }]);
  });
});

test('a refund lowers all credited revenue: mail, day, currency, person, segment', async () => {
  const email = 'credited@people.test';
  await subscribe(api, list, [{ email }]);
  await api.rest('POST', '/templates', { name: 'Credited', editor: 'html', subject: 'S', content: 'C' });
  const mail = { template: 'Credited', from: 'shop@shop.test', to: [email] };
  const { id: senderId } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  const touched = { kind: 'click', sender: 'transactional', senderId, at: new Date(Date.now() - 60_000) } as const;
  await api.db.touch.create({ data: { teamId: api.teamId, personKey: personKey(api.teamId, email), ...touched } });
  const { id, attribution } = await sell(email, { currency: 'CHF' });
  expect(attribution).toMatchObject({ id: senderId });

  const rich = {
    operator: 'and',
    rules: [{ type: 'revenue', operator: 'total_gte', value: { amount: 500, currency: 'CHF' } }],
  };
  const { body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Rich', conditions: rich });
  const seen = async () => {
    const revenue = async (by: string, group: string) =>
      (await api.rest('GET', `/revenue?group_by=${by}`)).body.data.find(
        (row: { group: string; currency: string }) => row.group === group && row.currency === 'CHF',
      );
    return [
      await revenue('template', 'Credited'),
      await revenue('currency', 'CHF'),
      (await api.rest('GET', `/people?email=${email}`)).body.data.revenue[0],
      (await api.rest('GET', `/segments/${body.data.id}`)).body.data.subscribers_count,
    ];
  };
  const all = { revenue: 1_000, orders: 1 };
  expect(await seen()).toMatchObject([all, all, all, 1]);
  await refund(id, { value: 600 });
  const left = { revenue: 400, orders: 1 };
  expect(await seen()).toMatchObject([left, left, left, 0]);
});

test('segments by the total of sales count what is left after refunds, at least and at most', async () => {
  const email = 'totals@people.test';
  const ofTotals = await makeList(api);
  await subscribe(api, ofTotals, [{ email }]);
  const { id } = await sell(email, { currency: 'SEK' });
  await sell(email, { currency: 'SEK', value: 200 });
  const rule = (operator: string, amount: number) =>
    all({ type: 'revenue', operator, value: { amount, currency: 'SEK' } });
  const segments = [
    await makeSegment(api, ofTotals, rule('total_gte', 600)),
    await makeSegment(api, ofTotals, rule('total_gte', 601)),
    await makeSegment(api, ofTotals, rule('total_lte', 600)),
    await makeSegment(api, ofTotals, rule('total_lte', 599)),
  ];
  const counts = () =>
    Promise.all(segments.map(async ({ id }) => (await api.rest('GET', `/segments/${id}`)).body.data.subscribers_count));
  expect(await counts()).toEqual([1, 1, 0, 0]);
  await refund(id, { value: 600 });
  expect(await counts()).toEqual([1, 0, 1, 0]);
});

test('erasing a person keeps the amounts, and deletes the reference', async () => {
  const { id } = await sell('erased@people.test');
  await refund(id, { value: 1, reference: 'erased-1' });
  await api.rest('POST', '/people/erase', { email: 'erased@people.test' });
  expect(await api.db.refund.findMany({ where: { saleId: id } })).toMatchObject([{ value: 1n, reference: null }]);
  expect((await refund(id, { value: 1, reference: 'erased-2' })).body.data).toMatchObject({
    refunded: 2,
    reference: null,
  });
});
