import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, personKey } from '../../../src/ids.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

const ANN = 'ann@people.test';
const sell = async (reference: string, input: object = {}) => {
  const sale = { email: ANN, value: 1_000, currency: 'EUR', reference, ...input };
  return (await api.rest('POST', '/conversions', sale)).body.data;
};
const order = async (reference: string, input: object = {}) => {
  const event = { email: ANN, name: 'order', value: 1_000, currency: 'EUR', reference, ...input };
  return (await api.rest('POST', '/events', event)).body.data;
};
const correct = (id: string, body: unknown, options?: object) =>
  api.rest('PATCH', `/conversions/${id}`, body as object, options);
const correctOrder = (body: unknown, options?: object) => api.rest('PATCH', '/conversions', body as object, options);
const refund = (id: string, body: object) => api.rest('POST', `/conversions/${id}/refund`, body);
const saleOf = (id: string) => api.db.sale.findFirstOrThrow({ where: { id } });

describe('the value of a sale', () => {
  test('is corrected by the id of the conversion, up or down, and answered as the sale', async () => {
    const { id, occurred_at } = await sell('pc-1');
    for (const value of [1_500, 20, 0, 2 ** 53 - 1]) {
      const { status, body } = await correct(id, { value });
      expect([status, body]).toEqual([
        200,
        {
          data: {
            ...{ id, value, currency: 'EUR', refunded: 0, left: value },
            ...{ occurred_at, reference: 'pc-1', attribution: null },
          },
        },
      ]);
      expect(await saleOf(id)).toMatchObject({ value: BigInt(value) });
    }
  });

  test('is corrected by its reference, for a conversion and an order event', async () => {
    const { id } = await sell('pc-2');
    const { id: event } = await order('pc-3');
    expect((await correctOrder({ reference: 'pc-2', value: 7 })).body.data).toMatchObject({ id, value: 7 });
    expect((await correctOrder({ reference: 'pc-3', value: 8 })).body.data).toMatchObject({ id: event, value: 8 });
    expect((await correctOrder({ reference: ' pc-3 ', value: 9 })).body.data).toMatchObject({ id: event, value: 9 });
  });

  test("of an order event is corrected by the id of the event, and the event's own value is unchanged", async () => {
    const { id } = await order('pc-4');
    expect((await correct(id, { value: 1_234 })).body.data).toMatchObject({ id, value: 1_234 });
    const { body } = await api.rest('GET', '/events/recorded?name=order');
    expect(body.data.find((event: { id: string }) => event.id === id)).toMatchObject({ value: 1_000 });
  });

  test('sent again stays the same, with 200', async () => {
    const { id } = await sell('pc-5');
    const first = await correct(id, { value: 5 });
    const again = await correct(id, { value: 5 });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('stays deduplicated after a correction: the shop may resend the order', async () => {
    const { id } = await sell('pc-6');
    await correct(id, { value: 1_900 });
    expect(await sell('pc-6', { value: 1_900 })).toMatchObject({ id, status: 'duplicate', value: 1_900 });
    expect(await order('pc-6', { value: 1_900 })).toMatchObject({ status: 'recorded' });
    expect(await api.db.sale.count({ where: { reference: 'pc-6' } })).toBe(1);
  });

  test('is never below its refunds', async () => {
    const { id } = await sell('pc-7');
    await refund(id, { value: 300 });
    for (const answer of [await correct(id, { value: 299 }), await correctOrder({ reference: 'pc-7', value: 0 })]) {
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { value: ['The value field must be at least 300, the refunded amount.'] },
      ]);
    }
    expect((await correct(id, { value: 300 })).body.data).toMatchObject({ value: 300, refunded: 300, left: 0 });
    expect((await correct(id, { value: 400 })).body.data).toMatchObject({ refunded: 300, left: 100 });
    expect((await refund(id, {})).body.data).toMatchObject({ value: 100, left: 0 });
  });

  test('keeps its currency, which may be given in any case but not changed', async () => {
    const { id } = await sell('pc-8', { currency: 'HUF' });
    expect((await correct(id, { value: 1, currency: 'huf' })).status).toBe(200);
    expect((await correct(id, { value: 2, currency: null })).status).toBe(200);
    for (const answer of [
      await correct(id, { value: 3, currency: 'EUR' }),
      await correctOrder({ reference: 'pc-8', value: 3, currency: 'usd' }),
    ]) {
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { currency: ['The currency field must be HUF, the currency of the sale.'] },
      ]);
    }
    expect(await saleOf(id)).toMatchObject({ value: 2n, currency: 'HUF' });
  });

  test.each([
    ['text', '1500'],
    ['a fraction', 12.5],
    ['below zero', -1],
    ['beyond 2^53 - 1', 2 ** 53],
    ['enormous', 1e300],
    ['null', null],
    ['absent', undefined],
    ['true', true],
    ['a list', [5]],
    ['an object', {}],
    ['blank', ''],
  ])('of %s is refused, and changes nothing', async (name, value) => {
    const { id } = await sell(`bad ${name}`);
    for (const answer of [await correct(id, { value }), await correctOrder({ reference: `bad ${name}`, value })]) {
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['value']]);
    }
    expect(await saleOf(id)).toMatchObject({ value: 1_000n });
  });

  test.each([
    ['unknown', 'nothing', 'must be the reference of a sale.'],
    ['absent', undefined, 'is required.'],
    ['null', null, 'is required.'],
    ['blank', ' ', 'is required.'],
    ['a number', 5, 'must be a string.'],
    ['with NUL', 'a\0', 'must not contain NUL or broken characters.'],
    ['too long', 'r'.repeat(100_000), 'must not be greater than 255 characters.'],
  ])('is not found by a reference of %s: 422', async (_name, reference, problem) => {
    const { status, body } = await correctOrder({ reference, value: 5 });
    expect([status, body.errors]).toEqual([422, { reference: [`The reference field ${problem}`] }]);
  });

  test.each(['EU', 'EURO', 5, ['EUR']])('with the currency %j is refused', async (currency) => {
    const { id } = await sell(`currency ${currency}`);
    const { status, body } = await correct(id, { value: 5, currency });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['currency']]);
  });

  test('of a missing or foreign sale is 404, and a read token gets 403', async () => {
    const { id } = await sell('pc-9');
    for (const unknown of [newId(), 'x']) {
      for (const body of [{ value: 5 }, {}, { value: 'much' }]) expect((await correct(unknown, body)).status).toBe(404);
    }
    expect((await correct(id, { value: 5 }, { token: api.otherToken })).status).toBe(404);
    expect((await correctOrder({ reference: 'pc-9', value: 5 }, { token: api.otherToken })).status).toBe(422);
    expect((await correct(id, { value: 5 }, { token: api.readToken })).status).toBe(403);
    expect((await correctOrder({ reference: 'pc-9', value: 5 }, { token: api.readToken })).status).toBe(403);
    expect(await saleOf(id)).toMatchObject({ value: 1_000n });
  });

  test('is found by a reference with the same spaces as recorded', async () => {
    const { id } = await sell(' pc 13 ');
    expect((await correctOrder({ reference: ' pc 13 ', value: 5 })).body.data).toMatchObject({ id, value: 5 });
    const back = await api.rest('POST', '/conversions/refund', { reference: ' pc 13 ', value: 2 });
    expect([back.status, back.body.data]).toMatchObject([201, { conversion: id, left: 3 }]);
    const { id: trimmed } = await sell('pc 13');
    expect((await correctOrder({ reference: 'pc 13', value: 6 })).body.data).toMatchObject({ id: trimmed });
    expect((await correctOrder({ reference: ' pc 13 ', value: 7 })).body.data).toMatchObject({ id });
  });

  test('of an event that is not a sale is not found', async () => {
    const { id } = await order('pc-10', { name: 'quote' });
    expect((await correct(id, { value: 5 })).status).toBe(404);
  });

  test('of an erased person is still corrected by id, without restoring data of the person', async () => {
    const { id } = await sell('pc-11', { email: 'erased@people.test', properties: { name: 'Eve' } });
    await api.rest('POST', '/people/erase', { email: 'erased@people.test' });
    expect((await correctOrder({ reference: 'pc-11', value: 5 })).status).toBe(422);
    const { status, body } = await correct(id, { value: 750 });
    expect([status, body.data]).toMatchObject([200, { value: 750, reference: null }]);
    expect(await saleOf(id)).toMatchObject({ value: 750n, personKey: null, reference: null, properties: null });
  });

  test('never ends below its refunds when both run at once', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await sell(`race ${round}`);
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, number) =>
          number % 2 ? refund(id, { value: 100 }) : correct(id, { value: 1_000 - number * 50 }),
        ),
      );
      for (const { status } of answers) expect([200, 201, 422]).toContain(status);
      const { value, refunded } = await saleOf(id);
      expect(refunded <= value).toBe(true);
      expect(refunded).toBe(BigInt(answers.filter(({ status }) => status === 201).length * 100));
    }
  });

  test('is corrected through GraphQL alike', async () => {
    const { id } = await sell('pc-12');
    const fields = '{ conversionId value currency refunded remaining reference }';
    const one = `mutation ($input: UpdateSaleInput!) { updateSale(input: $input) { conversion ${fields} } }`;
    const {
      updateSale: { conversion: updateSale },
    } = await ask(api, one, { input: { id, value: 1_700 } });
    expect(updateSale).toEqual({
      conversionId: id,
      value: 1_700,
      currency: 'EUR',
      refunded: 0,
      remaining: 1_700,
      reference: 'pc-12',
    });
    const byOrder = `mutation ($input: UpdateSaleByReferenceInput!) { updateSaleByReference(input: $input) { conversion ${fields} } }`;
    const {
      updateSaleByReference: { conversion: updateSaleByReference },
    } = await ask(api, byOrder, { input: { reference: 'pc-12', value: 3, currency: 'EUR' } });
    expect(updateSaleByReference).toEqual({ ...updateSale, value: 3, remaining: 3 });
    expect((await fail(api, one, { input: { id: newId(), value: 1 } })).extensions.code).toBe('NOT_FOUND');
    expect(
      (await fail(api, byOrder, { input: { reference: 'pc-12', value: 3, currency: 'USD' } })).extensions,
    ).toMatchObject({
      issues: [{ path: ['currency'] }],
    });
  });
});

test('reports follow a correction: mail, day, currency, person, segment', async () => {
  const email = 'credited@people.test';
  await subscribe(api, list, [{ email }]);
  await api.rest('POST', '/templates', { name: 'Credited', editor: 'html', subject: 'S', content: 'C' });
  const mail = { template: 'Credited', from: 'shop@shop.test', to: [email] };
  const { id: senderId } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  const touched = { kind: 'click', sender: 'transactional', senderId, at: new Date(Date.now() - 60_000) } as const;
  await api.db.touch.create({ data: { teamId: api.teamId, personKey: personKey(api.teamId, email), ...touched } });
  const { id } = await sell('credited', { email, currency: 'CHF' });
  const rich = {
    operator: 'and',
    rules: [{ type: 'revenue', operator: 'total_gte', value: { amount: 1_200, currency: 'CHF' } }],
  };
  const { body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Rich', conditions: rich });
  const revenue = async (by: string, group: string) =>
    (await api.rest('GET', `/revenue?group_by=${by}`)).body.data.find(
      (row: { group: string; currency: string }) => row.group === group && row.currency === 'CHF',
    );
  const seen = async () => [
    await revenue('template', 'Credited'),
    await revenue('origin', 'transactional'),
    await revenue('currency', 'CHF'),
    (await api.rest('GET', `/people?email=${email}`)).body.data.revenue[0],
    (await api.rest('GET', `/segments/${body.data.id}`)).body.data.subscribers_count,
  ];
  const all = { revenue: 1_000, orders: 1 };
  expect(await seen()).toMatchObject([all, all, all, all, 0]);
  expect((await correct(id, { value: 1_500 })).body.data.attribution).toMatchObject({ id: senderId, touch: 'click' });
  const more = { revenue: 1_500, orders: 1 };
  expect(await seen()).toMatchObject([more, more, more, more, 1]);
  await refund(id, { value: 500 });
  await correct(id, { value: 500 });
  const none = { revenue: 0, orders: 1 };
  expect(await seen()).toMatchObject([none, none, none, none, 0]);
});

describe('the id of a Sale', () => {
  const UPDATE =
    'mutation ($id: ID!) { updateSale(input: { id: $id, value: 1500 }) { sale { id conversionId value } } }';
  const REFUND =
    'mutation ($id: ID!) { refundSale(input: { id: $id, value: 500 }) { sale { id conversionId refunded } refund { value } } }';

  test.each(['sell', 'order'])('corrects and refunds it, as the id of its %s does', async (how) => {
    const { id } = how === 'sell' ? await sell('node-1') : await order('node-2');
    const node = `${id}.sale`;
    const { sale } = await ask(api, 'query ($node: ID!) { sale(id: $node) { id } }', { node });
    expect(sale).toEqual({ id: node });
    const { updateSale } = await ask(api, UPDATE, { id: node });
    expect(updateSale.sale).toEqual({ id: node, conversionId: id, value: 1_500 });
    expect((await ask(api, REFUND, { id: node })).refundSale).toEqual({
      sale: { id: node, conversionId: id, refunded: 500 },
      refund: { value: 500 },
    });
    expect((await ask(api, REFUND, { id })).refundSale.sale).toMatchObject({ id: node, refunded: 1_000 });
  });

  test('corrects and refunds it in REST, too', async () => {
    const { id } = await sell('node-3');
    expect((await correct(`${id}.sale`, { value: 700 })).body.data).toMatchObject({ id, value: 700 });
    expect((await refund(`${id}.sale`, { value: 200 })).body.data).toMatchObject({ value: 200, left: 500 });
  });

  test("of another team's sale, or with another end, does not exist", async () => {
    const { id } = await sell('node-4');
    const other = await openTeam(api);
    for (const document of [UPDATE, REFUND]) {
      expect((await fail(other, document, { id: `${id}.sale` })).extensions.code).toBe('NOT_FOUND');
      expect((await fail(api, document, { id: `${id}.refund` })).extensions.code).toBe('NOT_FOUND');
    }
    expect((await other.rest('PATCH', `/conversions/${id}.sale`, { value: 1 })).status).toBe(404);
    expect(await saleOf(id)).toMatchObject({ value: 1_000n, refunded: 0n });
  });
});
