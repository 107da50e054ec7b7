import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const sale = { email: 'ann@people.test', currency: 'EUR' };
  const order = { ...sale, name: 'order', value: 500, occurred_at: '2026-05-01T10:00:00Z', reference: 'order' };
  await api.rest('POST', '/events', order);
  const conversion = { ...sale, value: 900, occurred_at: '2026-05-03T10:00:00Z', reference: 'conversion' };
  const { body } = await api.rest('POST', '/conversions', conversion);
  await api.rest('POST', '/conversions', { ...conversion, email: 'bob@people.test', reference: 'bob' });
  await api.rest('POST', `/conversions/${body.data.id}/refund`, { value: 400 });
});
afterAll(() => api.close());

const read = async (query = '', token = api.token) =>
  (await api.rest('GET', `/sales?${query}`, undefined, { token })).body.data as {
    reference: string;
    refunded: number;
    person: { email: string } | null;
  }[];
const references = async (query = '') => (await read(query)).map(({ reference }) => reference).sort();

test('sales of both origins are listed, most recent first, with refunds', async () => {
  const sales = await read();
  expect(sales.at(-1)).toMatchObject({ reference: 'order', origin: 'event', person: { email: 'ann@people.test' } });
  expect(sales.find(({ reference }) => reference === 'conversion')).toMatchObject({ value: 900, refunded: 400 });
});

test('they are filtered by period, and by refund', async () => {
  expect(await references('refunded=true')).toEqual(['conversion']);
  expect(await references('refunded=false')).toEqual(['bob', 'order']);
  expect(await references('since=2026-05-02T00:00:00Z')).toEqual(['bob', 'conversion']);
  expect(await references('until=2026-05-02T00:00:00Z')).toEqual(['order']);
  expect((await api.rest('GET', '/sales?refunded=perhaps')).status).toBe(422);
  expect((await api.rest('GET', '/sales?since=2026-05-02T00:00:00Z&until=2026-05-01T00:00:00Z')).status).toBe(422);
});

test('they come in pages', async () => {
  const page =
    'query ($after: String) { sales(first: 2, after: $after) { nodes { reference } pageInfo { endCursor } } }';
  const { sales: one } = await ask(api, page);
  const { sales: two } = await ask(api, page, { after: one.pageInfo.endCursor });
  expect([...one.nodes, ...two.nodes].map(({ reference }) => reference)).toEqual(
    (await read()).map(({ reference }) => reference),
  );
});

test('another team sees none, and erased people’s amounts stay without their names', async () => {
  expect(await read('', api.otherToken)).toEqual([]);
  await api.rest('POST', '/people/erase', { email: 'bob@people.test' });
  const sales = await read();
  expect(sales).toHaveLength(3);
  expect(sales.filter(({ person }) => person === null)).toMatchObject([{ reference: null, value: 900 }]);
});

test('in a batch, an order with a value is a sale, and other events with a value are not', async () => {
  const event = (name: string, value?: number) => ({
    ...{ email: 'cart@people.test', name, reference: `batch ${name} ${value}`, occurred_at: '2026-06-01T10:00:00Z' },
    ...(value !== undefined && { value, currency: 'EUR' }),
  });
  const events = [event('cart', 70), event('order', 50), event('Order', 30), event('order'), event('refund', 20)];
  expect((await api.rest('POST', '/events', { events })).body).toMatchObject({ failed: 0 });
  expect((await api.rest('POST', '/events', event('cart', 80))).status).toBe(201);
  expect(await references('since=2026-05-31T00:00:00Z')).toEqual(['batch order 50']);
  const { body } = await api.rest('GET', '/people?email=cart@people.test');
  expect(body.data.revenue).toEqual([{ currency: 'EUR', revenue: 50, orders: 1 }]);
});
