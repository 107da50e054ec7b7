import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const did = (key: string, meant: string) => `The ${key} field is not known to this operation. Did you mean ${meant}?`;
const EVENT = { email: 'ann@people.test', name: 'visit' };

describe('an event', () => {
  test.each([
    ['occured_at', 'occurred_at'],
    ['occurredAt', 'occurred_at'],
    ['OccurredAt', 'occurred_at'],
    ['occurred-at', 'occurred_at'],
    ['ocurred_at', 'occurred_at'],
    ['refrence', 'reference'],
    ['Reference', 'reference'],
    ['propertis', 'properties'],
    ['propertys', 'properties'],
    ['curency', 'currency'],
    ['valeu', 'value'],
    ['vlaue', 'value'],
    ['EMAIL', 'email'],
    ['e-mail', 'email'],
    ['mail', 'email'],
    ['nmae', 'name'],
    ['event', 'events'],
  ])('with %s is refused, and nothing is recorded', async (key, meant) => {
    const { status, body } = await api.rest('POST', '/events', { ...EVENT, email: `${key}@x.test`, [key]: 'x' });
    expect([status, body]).toEqual([422, { message: did(key, meant), errors: { [key]: [did(key, meant)] } }]);
    expect((await api.rest('GET', `/events?email=${encodeURIComponent(`${key}@x.test`)}`)).body.data).toEqual([]);
  });

  test.each([
    'send_at',
    'scheduledAt',
    'status',
    'rate_limit',
    'sort',
    'order_by',
    'expires_at',
    'opt_in',
    'dryRun',
    'accepts_marketing',
    'unsubscribed',
  ])('with %s is refused, because clients expect an effect', async (key) => {
    const { status, body } = await api.rest('POST', '/events', { ...EVENT, email: 'eve@x.test', [key]: 'x' });
    expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
    expect((await api.rest('GET', '/events?email=eve@x.test')).body.data).toEqual([]);
  });

  test.each([
    'id',
    'date',
    'note',
    'ip',
    'page',
    'total',
    'sku',
    'source',
    'url',
    'order_id',
    'type',
    'user_id',
    'items',
  ])('with %s is recorded, because it means something else', async (key) => {
    expect((await api.rest('POST', '/events', { ...EVENT, [key]: 'x' })).status).toBe(201);
  });

  test('in a batch fails alone, under the key as sent', async () => {
    const events = [
      EVENT,
      { ...EVENT, occuredAt: 'x' },
      { ...EVENT, sendAt: 'x', colour: 1 },
      { ...EVENT, occurredAt: 1 },
    ];
    const { status, body } = await api.rest('POST', '/events', { events });
    expect([status, body.failed]).toEqual([200, 3]);
    expect(body.data).toEqual([
      { index: 0, status: 'recorded', id: expect.any(String) },
      { index: 1, status: 'invalid', errors: { occuredAt: [did('occuredAt', 'occurred_at')] } },
      { index: 2, status: 'invalid', errors: { sendAt: [expect.stringContaining('is not known to this operation')] } },
      { index: 3, status: 'invalid', errors: { occurredAt: [did('occurredAt', 'occurred_at')] } },
    ]);
  });

  test('in a batch is also invalid for its values', async () => {
    const { body } = await api.rest('POST', '/events', {
      events: [EVENT, { Email: 'x', name: 'a', occurred_at: 'x' }],
    });
    expect(Object.keys(body.data[1].errors)).toEqual(['Email', 'email', 'occurred_at']);
  });

  test('in a batch of only such events is 422', async () => {
    const { status, body } = await api.rest('POST', '/events', { events: [{ ...EVENT, occured_at: 'x' }] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['events.0.occured_at']]);
    expect(body.message).toBe(did('events.0.occured_at', 'occurred_at'));
  });

  test('is refused with its whole batch if the body has an unknown key beside the events', async () => {
    const { status, body } = await api.rest('POST', '/events', { events: [EVENT], sendAt: 'x' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['sendAt']]);
  });
});

describe('a list', () => {
  const LIST = { name: 'N', from_email: 'n@shop.test' };

  test.each([
    ['requiresConfirmation', 'requires_confirmation'],
    ['requires_confirmaton', 'requires_confirmation'],
    ['require_confirmation', 'requires_confirmation'],
    ['Requires-Confirmation', 'requires_confirmation'],
    ['fromEmail', 'from_email'],
    ['FromEmail', 'from_email'],
    ['from-email', 'from_email'],
    ['from email', 'from_email'],
    ['form_name', 'from_name'],
    ['fromName', 'from_name'],
    ['local', 'locale'],
    ['names', 'name'],
  ])('with %s is refused', async (key, meant) => {
    for (const [method, path, body] of [
      ['POST', '/lists', LIST],
      ['PUT', `/lists/${list}`, { name: 'Other' }],
    ] as const) {
      const answer = await api.rest(method, path, { ...body, [key]: true });
      expect([answer.status, answer.body.message]).toEqual([422, did(key, meant)]);
    }
    expect((await api.rest('GET', `/lists/${list}`)).body.data.name).toBe('News');
  });

  test.each(['double_opt_in', 'optin', 'doi', 'opt_in_type'])(
    'with %s is refused, because it is about consent',
    async (key) => {
      const { status, body } = await api.rest('POST', '/lists', { ...LIST, [key]: true });
      expect([status, body.message]).toEqual([
        422,
        `The ${key} field may be about consent, but this operation does not support it. Did you mean requires_confirmation?`,
      ]);
    },
  );
});

test.each([
  ['/fields', { key: 'city', type: 'text' }, 'Label', 'label'],
  ['/fields', { key: 'city', type: 'text' }, 'lable', 'label'],
  ['/fields', { key: 'city', type: 'text' }, 'types', 'type'],
  ['/segments', { name: 'S' }, 'condition', 'conditions'],
  ['/segments', { name: 'S' }, 'Conditions', 'conditions'],
])('%s with %j and %s is refused', async (path, body, key, meant) => {
  const where = path === '/segments' ? `/lists/${list}/segments` : path;
  const answer = await api.rest('POST', where, { ...body, [key]: 'x' });
  expect([answer.status, answer.body.message]).toEqual([422, did(key, meant)]);
});

test('an unknown list comes before an unknown key: 404', async () => {
  const { status } = await api.rest('PUT', '/lists/0197a000-0000-7000-8000-000000000000', { fromEmail: 'x' });
  expect(status).toBe(404);
});
