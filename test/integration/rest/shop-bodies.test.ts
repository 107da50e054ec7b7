import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { sendCsv } from '../../support/csv.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

const send = (url: string, payload: Buffer, headers: Record<string, string> = {}) =>
  api.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
  });
const EVENT = { email: 'ann@people.test', name: 'order' };
const bytes = (body: object = EVENT) => Buffer.from(JSON.stringify(body));

test('an empty array counts as an empty object, as PHP writes it', async () => {
  expect((await api.rest('POST', '/events', { ...EVENT, properties: [] })).status).toBe(201);
  const batch = await api.rest('POST', '/events', { events: [{ ...EVENT, properties: [] }] });
  expect(batch.body).toMatchObject({ failed: 0 });
  const sale = { email: 'ann@people.test', value: 1, currency: 'EUR', properties: [] };
  expect((await api.rest('POST', '/conversions', sale)).status).toBe(201);
  const person = { email: 'php@people.test', attributes: [] };
  expect((await api.rest('POST', `/lists/${list}/subscribers`, person)).body.data.attributes).toEqual({});
  expect((await subscribe(api, list, [person])).data[0].outcome).toBe('subscribed');
  const mail = { to: ['ann@people.test'], from: 'us@shop.test', subject: 'Hi', text: 'Hi', variables: [], headers: [] };
  expect((await api.rest('POST', '/transactional-mails', mail)).status).toBe(201);
  expect((await api.rest('PATCH', '/team', { brand: [] })).status).toBe(200);
});

test.each([[[1]], [['a']], [[{}]], ['[]'], [5]])('%j is not an object', async (properties) => {
  const { status, body } = await api.rest('POST', '/events', { ...EVENT, properties });
  expect([status, body.errors]).toEqual([422, { properties: ['The properties field must be an object.'] }]);
});

const DIGITS = 'must not be a number beyond 9007199254740991. Send it as text to keep all its digits.';

test('a number that loses digits is named by its path', async () => {
  const properties = { line_items: [{ id: 1 }, { id: 8e17, 'a b': 1 }] };
  const one = await api.rest('POST', '/events', { ...EVENT, properties });
  const path = 'properties.line_items.1.id';
  expect([one.status, one.body.errors]).toEqual([422, { [path]: [`The ${path} field ${DIGITS}`] }]);
  const batch = await api.rest('POST', '/events', {
    events: [EVENT, { ...EVENT, properties: { customerId: -(2 ** 53) } }],
  });
  expect(Object.keys(batch.body.data[1].errors)).toEqual(['properties.customerId']);
  const person = { email: 'ids@people.test', attributes: { shop_id: 2 ** 60 } };
  const subscribed = await api.rest('POST', `/lists/${list}/subscribers`, person);
  expect(subscribed.body.errors).toEqual({ 'attributes.shop_id': [`The attributes.shop_id field ${DIGITS}`] });
  const mail = {
    to: ['a@people.test'],
    from: 'us@shop.test',
    subject: 'Hi',
    text: 'Hi',
    variables: { order: { id: 1e20 } },
  };
  expect(Object.keys((await api.rest('POST', '/transactional-mails', mail)).body.errors)).toEqual([
    'variables.order.id',
  ]);
  expect((await api.rest('POST', '/events', { ...EVENT, properties: { id: '820982911946154508' } })).status).toBe(201);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', (body: Buffer) => Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), body])],
  ['GZIP, identity', gzipSync],
])('a body compressed with %s is 415', async (encoding, compress) => {
  for (const url of ['/v1/events', '/graphql']) {
    const answer = await send(url, compress(bytes()), { 'content-encoding': encoding });
    expect([answer.statusCode, answer.payload]).toEqual([415, expect.stringContaining('must not be compressed')]);
  }
});

test('a body that starts like gzip is 415 without a header; an uncompressed one and a gzip file are accepted', async () => {
  expect((await send('/v1/events', gzipSync(bytes()))).statusCode).toBe(415);
  expect((await send('/v1/events', bytes(), { 'content-encoding': 'identity' })).statusCode).toBe(201);
  const file = gzipSync(Buffer.from('email\nzip@people.test\n'));
  expect((await sendCsv(api, list, file, { headers: { 'content-encoding': 'gzip' } })).status).toBe(202);
});

test('JSON may start with a byte order mark', async () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  expect((await send('/v1/events', Buffer.concat([mark, bytes()]))).statusCode).toBe(201);
  const query = Buffer.concat([mark, bytes({ query: '{ team { name } }' })]);
  expect((await send('/graphql', query)).statusCode).toBe(200);
  expect((await send('/v1/events', Buffer.concat([mark, mark, bytes()]))).statusCode).toBe(400);
});

test('imports are filtered by status and list', async () => {
  const other = await makeList(api);
  const { id } = (await sendCsv(api, other, 'email\nx@people.test\n')).body.data;
  const ids = async (query: string) =>
    (await api.rest('GET', `/imports?${query}`)).body.data?.map((one: { id: string }) => one.id);
  expect(await ids(`list=${other}`)).toEqual([id]);
  const { status } = (await api.rest('GET', `/imports/${id}`)).body.data;
  expect(await ids(`list=${other}&status=${status}`)).toEqual([id]);
  expect(await ids(`list=${other}&status=cancelled`)).toEqual([]);
  const refused = await api.rest('GET', '/imports?status=done&list=x');
  expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['list', 'status']]);
});

test.each(['Order', 'order ', 'ORDER', 'orders', ' Order'])('an event named "%s" gets a hint', async (name) => {
  const { status, headers } = await api.rest('POST', '/events', { ...EVENT, name });
  const hint = `The event name "${name}" is not "order". Only events named order count as revenue.`;
  expect([status, headers['x-hint']]).toEqual([201, hint]);
});

test('a batch gets a hint for each similar name, and events with other names get none', async () => {
  const events = ['order', 'Order', 'Order', 'Cart Abandoned', 'seen'].map((name) => ({ ...EVENT, name }));
  const hints = (await api.rest('POST', '/events', { events })).headers['x-hint'];
  expect(hints?.match(/is not/g)).toHaveLength(2);
  expect(hints).toContain('"Cart Abandoned" is not "cart.abandoned"');
  for (const name of ['order', 'cart.abandoned', 'order_completed', 'border', 'Ordér', ''])
    expect((await api.rest('POST', '/events', { ...EVENT, name })).headers).not.toHaveProperty('x-hint');
});
