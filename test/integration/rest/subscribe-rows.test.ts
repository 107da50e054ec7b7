import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { nested, WRONG_TYPES } from '../../support/values.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const ANN = 'ann@people.test';

test('a row with every field becomes a subscriber with every field', async () => {
  const row = {
    email: ' Ann@People.TEST',
    first_name: 'Ann',
    last_name: 'Müller',
    timezone: 'Europe/Berlin',
    locale: 'de-at',
    tags: ['VIP', ' beta '],
    attributes: { city: 'Wien', visits: 3, member: true },
  };
  const body = await subscribe(api, list, [row]);
  expect(body).toEqual({
    data: [{ index: 0, email: ' Ann@People.TEST', id: expect.any(String), outcome: 'subscribed' }],
    meta: { added: 1, updated: 0, failed: 0 },
  });
  const subscriber = await readSubscriber(api, list, ANN);
  expect(subscriber).toEqual({
    id: body.data[0].id,
    email: ANN,
    first_name: 'Ann',
    last_name: 'Müller',
    timezone: 'Europe/Berlin',
    locale: 'de-AT',
    status: 'subscribed',
    tags: ['VIP', 'beta'],
    attributes: { city: 'Wien', visits: '3', member: 'true' },
    list,
    subscribed_at: expect.stringMatching(/Z$/),
    unsubscribed_at: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  expect((await api.rest('GET', `/subscribers/${subscriber.id}`)).body.data).toEqual(subscriber);
});

test('an address alone leaves the rest unset', async () => {
  await subscribe(api, list, [{ email: ANN, first_name: null, tags: null, attributes: null, unknown: 1 }]);
  expect(await readSubscriber(api, list, ANN)).toMatchObject({
    first_name: null,
    last_name: null,
    timezone: null,
    locale: null,
    tags: [],
    attributes: {},
  });
});

describe('a row fails, without being stored, for', () => {
  test.each([
    [{}, 'The email field is required.'],
    [{ email: null }, 'The email field is required.'],
    [{ email: ' ' }, 'The email field is required.'],
    [{ email: 7 }, 'The email field must be a valid email address.'],
    [{ email: 'ann' }, 'The email field must be a valid email address.'],
    [{ email: `${ANN}\r\nBcc: x@evil.test` }, 'The email field must be a valid email address.'],
    [{ email: ANN, first_name: 'a\u0000' }, 'The first_name field must not contain NUL or broken characters.'],
    [{ email: ANN, first_name: 'x'.repeat(256) }, 'The first_name field must not be greater than 255 characters.'],
    [{ email: ANN, last_name: 'a\nb' }, 'The last_name field must be on one line.'],
    [
      { email: ANN, timezone: 'Mars/Olympus' },
      'The timezone field must be a valid time zone (IANA, such as Europe/Berlin).',
    ],
    [{ email: ANN, locale: '!' }, 'The locale field must be a valid language code (BCP 47, such as en or pt-BR).'],
    [{ email: ANN, tags: 'vip' }, 'The tags field must be an array: ["vip"].'],
    [{ email: ANN, tags: ['a', 7] }, 'The tags.1 field must be a string.'],
    [{ email: ANN, tags: ['x'.repeat(101)] }, 'The tags.0 field must not be greater than 100 characters.'],
    [{ email: ANN, attributes: [1] }, 'The attributes field must be an object.'],
    [{ email: ANN, attributes: nested(33) }, 'The attributes field must not be nested deeper than 32 levels.'],
    [{ email: ANN, attributes: { a: '\u0000' } }, 'The attributes field must not contain NUL or broken characters.'],
    [{ email: ANN, attributes: { a: { b: 1 } } }, 'The attributes.a field must be text of at most 5000 characters.'],
    [{ email: ANN, resubscribe: 'yes' }, 'The resubscribe field must be true or false.'],
    [{ email: 'x', locale: 1, tags: {} }, 'The email field must be a valid email address. (and 2 more errors)'],
  ])('%j', async (row, message) => {
    const { data, meta } = await subscribe(api, list, [row, { email: 'bob@people.test' }]);
    const { email } = row as { email?: unknown };
    expect(data[0]).toEqual({ index: 0, email: typeof email === 'string' ? email : null, outcome: 'failed', message });
    expect(data[1]).toMatchObject({ index: 1, outcome: 'subscribed' });
    expect(meta).toEqual({ added: 1, updated: 0, failed: 1 });
    expect((await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total).toBe(1);
  });

  test.each(['A', '1a', '_a', 'a-b', 'a b', 'ä', '', 'x'.repeat(65), '__proto__', 'a.b'])(
    'the attribute key %j',
    async (key) => {
      const { data } = await subscribe(api, list, [JSON.parse(`{"email":"${ANN}","attributes":{"${key}":"x"}}`)]);
      const problem = 'must have a key of lowercase letters, digits and _ that starts with a letter.';
      expect(data[0]).toMatchObject({ outcome: 'failed', message: `The attributes.${key} field ${problem}` });
    },
  );

  test.each(['first_name', 'last_name', 'timezone', 'locale'])('a %s of the wrong type', async (field) => {
    const { meta } = await subscribe(
      api,
      list,
      WRONG_TYPES.map((value) => ({ email: ANN, [field]: value })),
    );
    expect(meta).toEqual({ added: 0, updated: 0, failed: WRONG_TYPES.length });
  });

  test('a value that is not an object', async () => {
    const { data, meta } = await subscribe(api, list, [null, 7, 'ann@people.test', [], true]);
    expect(meta.failed).toBe(5);
    expect(data[0]).toMatchObject({ email: null, outcome: 'failed' });
  });
});

test('the same address twice: the second row updates the first', async () => {
  const { data, meta } = await subscribe(api, list, [
    { email: ANN, first_name: 'Ann', tags: ['a'], attributes: { x: '1', y: '1' } },
    { email: 'ANN@people.test', last_name: 'Lee', tags: ['b'], attributes: { y: '2', x: null } },
  ]);
  expect(meta).toEqual({ added: 1, updated: 1, failed: 0 });
  expect(data[1]).toEqual({ ...data[0], index: 1, email: 'ANN@people.test' });
  expect(await readSubscriber(api, list, ANN)).toMatchObject({
    ...{ first_name: 'Ann', last_name: 'Lee', tags: ['a', 'b'], attributes: { y: '2' } },
  });
});

test('a known address is updated: given fields replace, tags are added, attributes merge, null removes', async () => {
  const first = { first_name: 'Ann', last_name: 'Lee', locale: 'en', tags: ['a'], attributes: { x: '1', y: '1' } };
  await subscribe(api, list, [{ email: ANN, ...first }]);
  const second = { first_name: null, locale: 'de', tags: ['b'], attributes: { x: null, z: '3' } };
  const { meta } = await subscribe(api, list, [{ email: ANN, ...second }]);
  expect(meta).toEqual({ added: 0, updated: 1, failed: 0 });
  expect(await readSubscriber(api, list, ANN)).toMatchObject({
    ...{ first_name: null, last_name: 'Lee', locale: 'de', tags: ['a', 'b'], attributes: { y: '1', z: '3' } },
  });
});
