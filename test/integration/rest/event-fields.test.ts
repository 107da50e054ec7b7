import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { nested } from '../../support/values.ts';

const HOUR = 3_600_000;
const EVENT = { email: 'ann@people.test', name: 'order' };
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const record = (input: object) => api.rest('POST', '/events', { ...EVENT, ...input });

describe('recorded as', () => {
  test.each([
    [{ name: 'x'.repeat(100) }, {}],
    [{ name: 'cart.abandoned_2: A-z 0' }, {}],
    [{ value: 0, currency: 'EUR' }, {}],
    [
      { value: 9007199254740991, currency: 'usd' },
      { value: 9007199254740991, currency: 'USD' },
    ],
    [{ value: null, currency: null, properties: null, occurred_at: null, reference: null }, { value: null }],
    [{ reference: 'r'.repeat(255) }, {}],
    [{ reference: '👩'.repeat(255) }, {}],
    [{ properties: {} }, {}],
    [{ properties: nested(32) }, {}],
    [{ properties: { list: Array.from({ length: 9_998 }, () => 0) } }, {}],
    [{ properties: { '': ' ', 'a.b': [1.5, null, false, '👩', { ä: 'é' }] } }, {}],
    [{ properties: JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"x": 1}}}') }, {}],
  ])('%j', async (input, kept) => {
    const { status, body } = await record({ ...input, occurred_at: inHours(1) });
    expect([status, body]).toEqual([201, { data: { index: 0, status: 'recorded', id: expect.any(String) } }]);
    const { occurred_at, ...rest } = { ...input, ...kept } as { occurred_at?: unknown };
    const event = (await api.rest('GET', '/events?email=ann@people.test&per_page=200')).body.data.find(
      ({ id }: { id: string }) => id === body.data.id,
    );
    expect(event).toMatchObject(rest);
    expect(JSON.stringify(event.properties)).toBe(JSON.stringify((rest as { properties?: object }).properties ?? null));
    expect(({} as { polluted?: 1 }).polluted).toBeUndefined();
  });

  test.each([
    [23, 0],
    [-24 * 365, 0],
  ])('having occurred %i hours from now', async (hours) => {
    const occurred_at = inHours(hours);
    const { body } = await record({ occurred_at, name: 'hours' });
    const { data } = (await api.rest('GET', '/events?email=ann@people.test&name=hours')).body;
    expect(data.find(({ id }: { id: string }) => id === body.data.id).occurred_at).toBe(occurred_at);
  });

  test.each([
    ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['2024-02-29t23:59:59.123456z', '2024-02-29T23:59:59.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('having occurred at %s', async (occurred_at, kept) => {
    await record({ occurred_at, name: `at ${kept.replace('T', ' ')}` });
    const { body } = await api.rest('GET', `/events?email=ann@people.test&name=at ${kept.replace('T', ' ')}`);
    expect(body.data[0].occurred_at).toBe(kept);
  });

  test('having occurred now by default', async () => {
    const before = Date.now();
    await record({ name: 'now', occurred_at: undefined });
    const { body } = await api.rest('GET', '/events?email=ann@people.test&name=now');
    const at = Date.parse(body.data[0].occurred_at);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });
});

test('the list shows exactly the fields of the contract', async () => {
  await record({ name: 'last', value: 1, currency: 'eur', reference: 'x' });
  expect((await api.rest('GET', '/events?email=ann@people.test&name=last')).body.data[0]).toEqual({
    ...{ id: expect.any(String), email: 'ann@people.test', name: 'last', properties: null, value: 1, currency: 'EUR' },
    ...{
      occurred_at: expect.stringMatching(/\.\d{3}Z$/),
      reference: 'x',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    },
  });
});
