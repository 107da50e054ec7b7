import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

const BLANK = { first_name: '', last_name: ' ', timezone: '', locale: '\t', tags: ['', ' ', 'vip'] };

test('a subscriber with blank fields is one without them, in a row, in a batch and in GraphQL', async () => {
  const one = await api.rest('POST', `/lists/${list}/subscribers`, { email: 'one@people.test', ...BLANK });
  const absent = { first_name: null, last_name: null, timezone: null, tags: ['vip'] };
  expect([one.status, one.body.data]).toEqual([201, expect.objectContaining(absent)]);
  const row = { email: 'two@people.test', ...BLANK, tags: '' };
  const batch = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: [row] });
  expect([batch.status, batch.body.data[0]]).toEqual([200, expect.objectContaining({ outcome: 'subscribed' })]);
  const input = { email: 'three@people.test', firstName: '', lastName: ' ', timezone: '', locale: '' };
  const query = `mutation ($listId: ID!, $input: SubscribePersonInput!) {
    subscribePerson(listId: $listId, input: $input) { subscriber { firstName timezone } } }`;
  const { subscribePerson } = await ask(api, query, { listId: list, input });
  expect(subscribePerson.subscriber).toEqual({ firstName: null, timezone: null });
});

test('a blank field of a change keeps what is there, and null clears it', async () => {
  const ann = { email: 'ann@people.test', first_name: 'Ann' };
  const { id } = (await api.rest('POST', `/lists/${list}/subscribers`, ann)).body.data;
  const change = (fields: object) => api.rest('PATCH', `/subscribers/${id}`, fields);
  expect((await change({ first_name: ' ', last_name: 'Lee' })).body.data).toMatchObject({ first_name: 'Ann' });
  expect((await change({ first_name: null })).body.data).toMatchObject({ first_name: null, last_name: 'Lee' });
});

test('blank fields of a list and of the team are absent, and a blank name is still missing', async () => {
  const blank = { name: 'News', from_email: 'a@shop.test', from_name: '', locale: '' };
  const created = await api.rest('POST', '/lists', blank);
  expect([created.status, created.body.data]).toEqual([
    201,
    expect.objectContaining({ from_name: null, locale: 'en' }),
  ]);
  expect((await api.rest('PATCH', '/team', { from_name: '', from_email: '' })).status).toBe(200);
  const nameless = await api.rest('POST', '/lists', { ...blank, name: ' ' });
  expect([nameless.status, nameless.body.errors]).toEqual([422, { name: ['The name field is required.'] }]);
  const renamed = await api.rest('PUT', `/lists/${created.body.data.id}`, { name: '' });
  expect([renamed.status, renamed.body.errors]).toEqual([422, { name: ['The name field is required.'] }]);
});

test('what is no text is still refused when it is blank', async () => {
  const event = { email: 'ann@people.test', name: 'order', value: 1, currency: '' };
  expect((await api.rest('POST', '/events', event)).body.errors).toHaveProperty('currency');
  const token = { name: 'Shop', ability: 'read', expires_at: '' };
  expect((await api.rest('POST', '/tokens', token)).body.errors).toHaveProperty('expires_at');
});
