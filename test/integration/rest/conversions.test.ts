import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const sale = { email: 'Ann@People.test', value: 1250, currency: 'eur' };
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The person opens or clicks an e-mail. */
async function touch(email: string, kind: 'open' | 'click', days: number): Promise<string> {
  const { db } = api.installation.connection;
  const { id: teamId } = await db.team.findFirstOrThrow({ orderBy: { id: 'asc' } });
  const key = personKey(teamId, email);
  await db.person.upsert({ where: { teamId_key: { teamId, key } }, create: { teamId, key, email }, update: {} });
  const senderId = newId();
  await db.touch.create({ data: { teamId, personKey: key, kind, sender: 'transactional', senderId, at: ago(days) } });
  return senderId;
}

test('a conversion is recorded, without credit if no e-mail was opened or clicked', async () => {
  const { status, body } = await api.rest('POST', '/conversions', { ...sale, reference: 'c-1', occurred_at: ago(0) });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    status: 'recorded',
    value: 1250,
    currency: 'EUR',
    reference: 'c-1',
    attribution: null,
  });
});

test('the same reference returns the first sale', async () => {
  const first = await api.rest('POST', '/conversions', { ...sale, reference: 'c-2' });
  const again = await api.rest('POST', '/conversions', { ...sale, value: 9, reference: 'c-2' });
  expect(again.status).toBe(200);
  expect(again.body.data).toEqual({ ...first.body.data, status: 'duplicate' });
});

test.each(['', ' \t '])('a blank reference, %j, counts as absent', async (reference) => {
  const blank = () => api.rest('POST', '/conversions', { ...sale, reference });
  for (const { status, body } of [await blank(), await blank()]) {
    expect([status, body.data]).toMatchObject([201, { status: 'recorded', reference: null }]);
  }
});

test('the last e-mail opened or clicked within the window before the sale is credited', async () => {
  const email = 'buyer@people.test';
  await touch(email, 'open', 6);
  await touch(email, 'open', 4);
  const clicked = await touch(email, 'click', 3);
  await touch(email, 'open', 1);
  const { body } = await api.rest('POST', '/conversions', { ...sale, email, occurred_at: ago(2) });
  expect(body.data.attribution).toMatchObject({ kind: 'transactional', id: clicked, touch: 'click' });
  const late = await api.rest('POST', '/conversions', { ...sale, email, occurred_at: ago(10) });
  expect(late.body.data.attribution).toBeNull();
});

test('an order event counts as revenue by the same rule, and shares its reference with conversions', async () => {
  const email = 'orders@people.test';
  const opened = await touch(email, 'open', 1);
  const order = { email, name: 'order', value: 500, currency: 'EUR' };
  await api.rest('POST', '/events', {
    events: [
      { ...order, reference: 'o-1' },
      { ...order, name: 'page' },
    ],
  });
  const duplicate = await api.rest('POST', '/conversions', { ...sale, email, reference: 'o-1' });
  expect(duplicate.body.data).toMatchObject({ status: 'duplicate', value: 500, attribution: { id: opened } });
  await api.rest('POST', '/conversions', { ...sale, email, reference: 'o-2' });
  expect((await api.rest('POST', '/events', { ...order, reference: 'o-2' })).status).toBe(201);
  const sales = await api.installation.connection.db.sale.findMany({ where: { reference: { in: ['o-1', 'o-2'] } } });
  expect(sales.map(({ origin, value }) => [origin, Number(value)]).sort()).toEqual([
    ['conversion', 1250],
    ['event', 500],
  ]);
});

test('thirty parallel conversions with one reference count once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => api.rest('POST', '/conversions', { ...sale, reference: 'c-par' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(29).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
});

test('GraphQL records the same', async () => {
  const query =
    'mutation ($input: RecordSaleInput!) { recordSale(input: $input) { isNew conversion { status currency attribution { engagement } } } }';
  const { body } = await api.graphql(query, { input: { ...sale, reference: 'g-1' } });
  const conversion = { currency: 'EUR', attribution: null };
  expect(body.data.recordSale).toEqual({ isNew: true, conversion: { ...conversion, status: 'RECORDED' } });
  const again = await api.graphql(query, { input: { ...sale, reference: 'g-1' } });
  expect(again.body.data.recordSale).toEqual({
    isNew: false,
    conversion: { ...conversion, status: 'DUPLICATE' },
  });
});

test.each([
  [{ email: 'no' }, 'email'],
  [{ value: -1 }, 'value'],
  [{ value: 1.5 }, 'value'],
  [{ value: '12' }, 'value'],
  [{ value: null }, 'value'],
  [{ value: 2 ** 53 }, 'value'],
  [{ currency: 'EU' }, 'currency'],
  [{ currency: undefined }, 'currency'],
  [{ occurred_at: ago(-1.1) }, 'occurred_at'],
  [{ occurred_at: 'soon' }, 'occurred_at'],
  [{ reference: 'r'.repeat(256) }, 'reference'],
  [{ properties: [1] }, 'properties'],
])('%j is refused', async (change, field) => {
  const { status, body } = await api.rest('POST', '/conversions', { ...sale, ...change });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('a read token records nothing', async () => {
  expect((await api.rest('POST', '/conversions', sale, { token: api.readToken })).status).toBe(403);
});
