import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

const EVENT = { email: 'ann@people.test', name: 'visit' };
const IGNORED = 'x-ignored-keys';

describe('X-Ignored-Keys lists the ignored keys, with the nearest known key,', () => {
  test.each([
    [{ order_id: 'A-1' }, 'order_id; did-you-mean=reference'],
    [{ colour: 'red' }, 'colour'],
    [{ order_id: 'A-1', colour: 'red' }, 'order_id; did-you-mean=reference, colour'],
    [{ amount: 900, customer: { id: 1 } }, 'amount; did-you-mean=value, customer; did-you-mean=email'],
    [{ id: 'x' }, 'id; did-you-mean=reference'],
    ...['property', 'data', 'payload', 'metadata', 'params', 'props', 'eventProperties', 'attributes'].map(
      (key): [object, string] => [{ [key]: { a: 1 } }, `${key}; did-you-mean=properties`],
    ),
    ...['total', 'price'].map((key): [object, string] => [{ [key]: 9 }, `${key}; did-you-mean=value`]),
  ])('of an event with %j', async (extra, header) => {
    const { status, headers } = await api.rest('POST', '/events', { ...EVENT, ...extra });
    expect([status, headers[IGNORED]]).toEqual([201, header]);
  });

  test.each(
    (
      'subscription_plan|subscription|subscription_status|subscription_type|marketing_channel|marketing_campaign|marketing|' +
      'newsletter_id|opt_in_source|bounce_rate|blocked|list_status|consent_mode|gdpr_applies|unsubscribe_url|permissions|' +
      'active_subscription|confirmed|verified|sms_consent'
    ).split('|'),
  )('of an event with %s, because events do not subscribe anyone', async (key) => {
    const { status, headers } = await api.rest('POST', '/events', { ...EVENT, [key]: 'x' });
    expect([status, headers[IGNORED]]).toEqual([201, expect.stringMatching(new RegExp(`^${key}(;|$)`))]);
  });

  test.each([
    'accepts_marketing',
    'unsubscribed',
    'opted_out',
    'optIn',
    'email_marketing_consent',
    'marketing_consent',
    'abgemeldet',
  ])('but an event with %s is refused', async (key) => {
    const { status, body } = await api.rest('POST', '/events', { ...EVENT, [key]: 'x' });
    expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
  });

  test('of lists, contact fields and segments', async () => {
    const made = await api.rest('POST', '/lists', {
      name: 'N',
      from_email: 'n@shop.test',
      title: 'N',
      description: 'x',
    });
    expect([made.status, made.headers[IGNORED]]).toEqual([201, 'title; did-you-mean=name, description']);
    const read = (await api.rest('GET', `/lists/${list}`)).body.data;
    const changed = await api.rest('PUT', `/lists/${list}`, { ...read, name: 'News' });
    expect([changed.status, changed.headers[IGNORED]]).toEqual([200, 'id, subscribed_count, created_at']);
    const field = await api.rest('POST', '/fields', { key: 'city', type: 'text', required: true });
    expect([field.status, field.headers[IGNORED]]).toEqual([201, 'required']);
    const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
    const segment = await api.rest('POST', `/lists/${list}/segments`, { name: 'S', conditions, colour: 1 });
    expect([segment.status, segment.headers[IGNORED]]).toEqual([201, 'colour']);
  });

  test('of all rows of a batch together', async () => {
    const events = [{ ...EVENT, order_id: 1 }, EVENT, { ...EVENT, order_id: 2, colour: 'red' }];
    const { status, headers, body } = await api.rest('POST', '/events', { events, source: 'shop' });
    expect([status, body.failed]).toEqual([200, 0]);
    expect(headers[IGNORED]).toBe('source, events.*.order_id; did-you-mean=reference, events.*.colour');
    const subscribers = [
      { email: 'ann@people.test', name: 'Ann' },
      { email: 'bob@people.test', company: { name: 'B' } },
    ];
    const batch = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers });
    expect([batch.status, batch.body.meta.failed]).toEqual([200, 0]);
    expect(batch.headers[IGNORED]).toBe('subscribers.*.name; did-you-mean=first_name, subscribers.*.company');
  });

  test('and is absent without ignored keys', async () => {
    const answers = [
      await api.rest('POST', '/events', { ...EVENT, properties: { colour: 'red', order_id: 1 } }),
      await api.rest('POST', `/lists/${list}/subscribers/batch`, {
        subscribers: [{ email: 'ann@people.test', id: 1, list: 2, created_at: 3, attributes: { colour: 'red' } }],
      }),
      await api.rest('GET', '/lists'),
    ];
    expect(answers.map(({ status, headers }) => [status, headers[IGNORED]])).toEqual([
      [201, undefined],
      [200, undefined],
      [200, undefined],
    ]);
  });
});

test('a replayed answer has the same header', async () => {
  const options = { headers: { 'idempotency-key': 'one' } };
  const event = { ...EVENT, order_id: 'A-1' };
  const first = await api.rest('POST', '/events', event, options);
  const second = await api.rest('POST', '/events', event, options);
  expect(second.headers['idempotent-replay']).toBe('true');
  expect([first, second].map(({ headers }) => headers[IGNORED])).toEqual(
    Array(2).fill('order_id; did-you-mean=reference'),
  );
});

test('scripts of another origin may read it', async () => {
  const other = await openTestApp({ corsOrigins: ['https://shop.example'] });
  const headers = { origin: 'https://shop.example' };
  const answer = await other.rest('POST', '/events', { ...EVENT, colour: 'red' }, { headers });
  expect(answer.headers['access-control-expose-headers']).toContain('X-Ignored-Keys');
  await other.close();
});

describe('keys of a hostile body do not break the header', () => {
  test.each([
    ['{"a\\r\\nSet-Cookie: x=1": 1}', 'a%0D%0ASet-Cookie%3A%20x%3D1'],
    ['{"ключ": 1, "日本": 1}', '%D0%BA%D0%BB%D1%8E%D1%87, %E6%97%A5%E6%9C%AC'],
    ['{"\\ud800": 1}', '%EF%BF%BD'],
    ['{"a\\u0000b": 1}', 'a%EF%BF%BDb'],
    ['{"": 1, " ": 2, ",": 3, ";": 4}', '%22%22, %20, %2C, %3B'],
    ['{"__proto__": {"x": 1}, "constructor": 1, "toString": 2}', '__proto__, constructor, toString'],
    ['{"😀": {"😀": 1}}', '%F0%9F%98%80'],
  ])('%s', async (extra, header) => {
    const text = JSON.stringify(EVENT).replace('}', `, ${extra.slice(1)}`);
    const { status, headers } = await api.rest('POST', '/events', text);
    expect([status, headers[IGNORED]]).toEqual([201, header]);
  });

  test('very long keys are cut', async () => {
    const { status, headers } = await api.rest('POST', '/events', { ...EVENT, ['x'.repeat(1_000_000)]: 1 });
    expect([status, headers[IGNORED]]).toEqual([201, `${'x'.repeat(100)}%E2%80%A6`]);
  });

  test('of thousands of keys only some are listed', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, 1]));
    const { status, headers } = await api.rest('POST', '/events', { ...many, ...EVENT });
    expect(status).toBe(201);
    expect(headers[IGNORED]).toMatch(/^key0, key1, .*key19, \.\.\.$/);
    const long = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${'ж'.repeat(90)}${index}`, 1]));
    const cut = await api.rest('POST', '/events', { ...EVENT, ...long });
    expect(cut.status).toBe(201);
    expect(cut.headers[IGNORED]?.length).toBeLessThan(1_100);
  });

  test('more keys than real clients send are refused', async () => {
    const events = Array.from({ length: 100 }, (_, row) => ({
      ...EVENT,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${row}x${index}`, 1])),
    }));
    const { status, body } = await api.rest('POST', '/events', { events });
    expect(status).toBe(422);
    expect(body.message).toMatch(/is one of more than 10000 unknown fields of this operation/);
    expect(Object.keys(body.errors).length).toBeLessThan(21);
  });
});
