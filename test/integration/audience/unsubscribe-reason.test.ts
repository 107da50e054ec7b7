import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

let testApp: TestApp;
let api: TestApp;
let list: string;
let id: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
  list = await makeList(api);
  [{ id }] = (await subscribe(api, list, [{ email: 'ann@people.test' }])).data;
});

const leave = (body?: unknown, options?: object) => api.rest('POST', `/subscribers/${id}/unsubscribe`, body, options);
const status = async () => (await api.rest('GET', `/subscribers/${id}`)).body.data.status;
const counted = async () => (await api.rest('GET', `/lists/${list}/unsubscribe-reasons`)).body.data;
const lastChange = async () => (await api.rest('GET', `/subscribers/${id}/activity`)).body.data[0].change;

test.each(['too_often', 'not_relevant', 'never_signed_up', 'not_needed', 'other'])(
  'the reason %s is kept, shown in the activity and counted in the list',
  async (reason) => {
    const { status, body } = await leave({ reason });
    expect([status, body.data.status]).toEqual([200, 'unsubscribed']);
    expect(await counted()).toEqual({ [reason]: 1 });
    expect(await lastChange()).toMatchObject({ type: 'unsubscribed', unsubscribe_reason: reason });
  },
);

test.each([[undefined], [{}], [{ reason: null }], [{ reason: '' }], [{ reason: '  ' }]])(
  'without a reason (%j) the person is unsubscribed, and no reason is counted',
  async (body) => {
    expect((await leave(body)).status).toBe(200);
    expect([await status(), await counted()]).toEqual(['unsubscribed', {}]);
  },
);

describe('an unknown reason is refused without any change', () => {
  test.each(['spam', 'Too often', 'TOO_OFTEN', 7, ['too_often'], { why: 'other' }, true])('%j', async (reason) => {
    const { status: code, body } = await leave({ reason });
    expect([code, Object.keys(body.errors)]).toEqual([422, ['reason']]);
    expect([await status(), await counted()]).toEqual(['subscribed', {}]);
  });
});

test('the first reason of a person who left counts, and a later one is ignored', async () => {
  await leave();
  await leave({ reason: 'not_needed' });
  await leave({ reason: 'other' });
  expect(await counted()).toEqual({ not_needed: 1 });
});

test('GraphQL accepts a reason too', async () => {
  const query =
    'mutation ($id: ID!, $reason: UnsubscribeReason) { unsubscribeSubscriber(input: { id: $id, reason: $reason }) { subscriber { status } } }';
  expect((await fail(api, query, { id, reason: 'SPAM' })).extensions.code).not.toBe('INTERNAL');
  expect(await ask(api, query, { id, reason: 'TOO_OFTEN' })).toEqual({
    unsubscribeSubscriber: { subscriber: { status: 'UNSUBSCRIBED' } },
  });
  expect(await counted()).toEqual({ too_often: 1 });
});

test('a read token cannot give a reason, and another team does not find the person', async () => {
  const body = { reason: 'other' };
  expect((await leave(body, { token: api.readToken })).status).toBe(403);
  expect((await leave({ reason: 'spam' }, { token: testApp.otherToken })).status).toBe(404);
  expect(await status()).toBe('subscribed');
});

test('an idempotency key replays the answer, and another reason with it is refused', async () => {
  const options = { headers: { 'idempotency-key': 'ann-left' } };
  const first = await leave({ reason: 'other' }, options);
  expect((await leave({ reason: 'other' }, options)).body).toEqual(first.body);
  expect((await leave({ reason: 'too_often' }, options)).status).toBe(422);
  expect(await counted()).toEqual({ other: 1 });
});
