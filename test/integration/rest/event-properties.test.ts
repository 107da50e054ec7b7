import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const QUERY = `query ($name: String!, $search: String) {
  eventNames(search: $search) { name }
  eventProperties(name: $name) { property type in_list: inList currency } }`;

/** The same through both interfaces. */
async function both(name: string, search = '') {
  const names = await api.rest('GET', `/events/names?search=${encodeURIComponent(search)}`);
  const properties = await api.rest('GET', `/events/properties?name=${encodeURIComponent(name)}`);
  expect([names.status, properties.status]).toEqual([200, 200]);
  expect(await ask(api, QUERY, { name, search })).toEqual({
    eventNames: names.body.data,
    eventProperties: properties.body.data.map((one: { type: string }) => ({ ...one, type: one.type.toUpperCase() })),
  });
  return { names: names.body.data, properties: properties.body.data };
}

const property = (property: string, type: string, inList = false, currency: string | null = null) => ({
  ...{ property, type, in_list: inList, currency },
});

test('lists the names of recorded events, and the properties that conditions can use for one name', async () => {
  expect(await both('order')).toEqual({ names: [], properties: [] });
  const events = [
    {
      ...{ name: 'order', value: 12000, currency: 'EUR' },
      properties: {
        ...{ total: '120.00', items: ['boots', 'hat'], lines: [{ sku: 'A1', quantity: 1 }], gift: true, note: null },
        ...{ shipping: { country: 'DE' }, value: 3, 'utm.source': 'x', 'a..b': 1, inner: { 'x.y': 1 }, zip: '10115' },
        ...{ matrix: [[1]], empty: [], deep: { a: { b: { c: { d: { e: { f: 1 } } } } } } },
      },
    },
    { name: 'order', value: 100, currency: 'USD', properties: { total: '1.00' } },
    { name: 'order', value: 100, currency: 'EUR' },
    { name: 'page.viewed', properties: { path: '/' } },
    { name: 'Cart: left' },
  ].map((event) => ({ email: 'ann@shop.test', ...event }));
  expect((await api.rest('POST', '/events', { events })).body.failed).toBe(0);
  const { names, properties } = await both('order');
  expect(names.map(({ name }: { name: string }) => name).sort()).toEqual(['Cart: left', 'order', 'page.viewed']);
  expect(properties).toEqual([
    property('value', 'number', false, 'EUR'),
    property('currency', 'text'),
    ...[property('gift', 'boolean'), property('items', 'text', true), property('lines.quantity', 'number', true)],
    ...[
      property('lines.sku', 'text', true),
      property('properties.value', 'number'),
      property('shipping.country', 'text'),
    ],
    ...[property('total', 'number'), property('utm.source', 'text'), property('zip', 'text')],
  ]);
  expect((await both('page.viewed', 'CART')).names).toEqual([{ name: 'Cart: left' }]);
  expect((await both('Cart: left', '_%')).names).toEqual([]);
  expect((await both('never')).properties).toEqual([]);
});

test('every offered property works in conditions', async () => {
  const { data } = (await api.rest('GET', '/events/properties?name=order')).body;
  const list = (await api.rest('POST', '/lists', { name: 'L', from_email: 'a@shop.test' })).body.data.id;
  const where = data.slice(0, 10).map((one: { property: string }) => ({ property: one.property, operator: 'is_set' }));
  const rule = { type: 'event', operator: 'performed', value: { name: 'order', where } };
  const conditions = { operator: 'and', rules: [rule] };
  expect((await api.rest('POST', `/lists/${list}/segments/preview`, { conditions })).status).toBe(200);
});

test('an invalid event name is refused', async () => {
  for (const query of ['', '?name=', '?name=a!', `?name=${'x'.repeat(101)}`]) {
    const { status, body } = await api.rest('GET', `/events/properties${query}`);
    expect([query, status, Object.keys(body.errors)]).toEqual([query, 422, ['name']]);
  }
  expect((await api.rest('GET', `/events/names?search=${'x'.repeat(101)}`)).status).toBe(422);
});

test('many names and large events keep the answer small', async () => {
  const email = 'ann@shop.test';
  const events = Array.from({ length: 1000 }, (_, index) => ({ email, name: `many ${index}` }));
  await api.rest('POST', '/events', { events });
  expect((await both('order', 'many')).names).toHaveLength(100);
  const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index]));
  await api.rest('POST', '/events', { email, name: 'wide', properties });
  await api.rest('POST', '/events', { email, name: 'vast', properties: { text: crypto.randomUUID().repeat(5) } });
  const noise = Array.from({ length: 2000 }, () => crypto.randomUUID());
  await api.rest('POST', '/events', { email, name: 'vast', properties: { noise } });
  expect((await both('wide')).properties).toHaveLength(200);
  expect((await both('vast')).properties).toEqual([property('text', 'text')]);
});
