import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';

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
const setStatus = (status: 'bounced' | 'complained' | 'unsubscribed') =>
  api.db.subscriber.updateMany({ where: { listId: list }, data: { status } });

test('unsubscribing returns the status and time; a second call changes nothing', async () => {
  const { data } = await subscribe(api, list, [{ email: ANN, tags: ['vip'] }]);
  const before = await readSubscriber(api, list, ANN);
  const { status, body } = await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      ...before,
      ...{
        status: 'unsubscribed',
        unsubscribed_at: expect.stringMatching(/Z$/),
        updated_at: body.data.unsubscribed_at,
      },
    },
  });
  expect((await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`)).body).toEqual(body);
  expect((await api.rest('GET', `/lists/${list}`)).body.data.subscribed_count).toBe(0);
});

test('a person who subscribes again has no unsubscribe time', async () => {
  const { data } = await subscribe(api, list, [{ email: ANN }]);
  await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
  await subscribe(api, list, [{ email: ANN, resubscribe: true }]);
  expect(await readSubscriber(api, list, ANN)).toMatchObject({ status: 'subscribed', unsubscribed_at: null });
});

test.each(['bounced', 'complained'] as const)('a person who %s can be unsubscribed', async (state) => {
  const { data } = await subscribe(api, list, [{ email: ANN }]);
  await setStatus(state);
  const { body } = await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
  expect(body.data.status).toBe('unsubscribed');
});

describe.each([
  ['unsubscribed', 'The person has unsubscribed from this list. Send resubscribe: true to subscribe them again.', true],
  ['bounced', 'A message to this address has bounced. Send resubscribe: true to subscribe the person again.', true],
  ['complained', 'The person marked a message from this list as spam. They cannot be subscribed again.', false],
] as const)('an address that %s', (state, message, comesBack) => {
  beforeEach(async () => {
    await subscribe(api, list, [{ email: ANN, first_name: 'Ann' }]);
    await setStatus(state);
  });

  test('fails with a message', async () => {
    const { data } = await subscribe(api, list, [{ email: ANN, first_name: 'Eve' }]);
    expect(data).toEqual([{ index: 0, email: ANN, outcome: 'failed', message }]);
    expect(await readSubscriber(api, list, ANN)).toMatchObject({ status: state, first_name: 'Ann' });
  });

  test(`with resubscribe ${comesBack ? 'is subscribed again' : 'still fails'}`, async () => {
    const { data } = await subscribe(api, list, [{ email: ANN, resubscribe: true }]);
    expect(data[0]).toMatchObject(comesBack ? { outcome: 'subscribed' } : { outcome: 'failed', message });
    expect((await readSubscriber(api, list, ANN)).status).toBe(comesBack ? 'subscribed' : state);
  });
});

test('on a list with double opt-in a new address is unconfirmed, with the outcome subscribed', async () => {
  const strict = await makeList(api, { requires_confirmation: true });
  const { data, meta } = await subscribe(api, strict, [{ email: ANN }]);
  expect(data[0].outcome).toBe('subscribed');
  expect(meta.added).toBe(1);
  expect(await readSubscriber(api, strict, ANN)).toMatchObject({ status: 'unconfirmed', subscribed_at: null });
  expect((await api.rest('GET', `/lists/${strict}`)).body.data.subscribed_count).toBe(0);
  const again = await subscribe(api, strict, [{ email: ANN }]);
  expect(again.meta.updated).toBe(1);
  expect((await readSubscriber(api, strict, ANN)).status).toBe('unconfirmed');
});

describe('the subscribers of a list', () => {
  const emailsOf = async (query: string) => {
    const { status, body } = await api.rest('GET', `/lists/${list}/subscribers?${query}`);
    expect(status).toBe(200);
    return body.data.map(({ email }: { email: string }) => email);
  };

  test('come newest first, without other lists', async () => {
    await subscribe(api, await makeList(api), [{ email: 'elsewhere@people.test' }]);
    await subscribe(api, list, rowsOf(3));
    expect((await emailsOf('')).toSorted()).toEqual(['p0@people.test', 'p1@people.test', 'p2@people.test']);
    await subscribe(api, list, [{ email: 'last@people.test' }]);
    expect((await emailsOf(''))[0]).toBe('last@people.test');
  });

  test('are filtered by address, status and tag', async () => {
    await subscribe(api, list, [{ email: ANN, tags: ['VIP'] }, { email: 'bob@people.test' }]);
    const { id } = await readSubscriber(api, list, 'bob@people.test');
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    expect(await emailsOf('email=%20ANN@people.test')).toEqual([ANN]);
    expect(await emailsOf('status=unsubscribed')).toEqual(['bob@people.test']);
    expect(await emailsOf('tag=vip')).toEqual([ANN]);
    expect(await emailsOf('tag=vip&status=unsubscribed')).toEqual([]);
    expect(await emailsOf('tag=nobody')).toEqual([]);
    expect(await emailsOf('email=nobody@people.test')).toEqual([]);
    expect(await emailsOf('status=unsubscribed&email=')).toEqual(['bob@people.test']);
  });

  test.each([
    'status=UNSUBSCRIBED',
    'status=x',
    'email=no-address',
    'status=subscribed,x',
    'status=subscribed,',
    'email=a@x.test&email=b@x.test',
    'tag=%00',
    'email=%00',
  ])('cannot be filtered by %s', async (query) => {
    const { status, body } = await api.rest('GET', `/lists/${list}/subscribers?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });
});
