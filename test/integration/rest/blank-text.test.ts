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

test('blank fields of a subscriber count as absent, in a row, in a batch and in GraphQL', async () => {
  const one = await api.rest('POST', `/lists/${list}/subscribers`, { email: 'one@people.test', ...BLANK });
  const absent = { first_name: null, last_name: null, timezone: null, tags: ['vip'] };
  expect([one.status, one.body.data]).toEqual([201, expect.objectContaining(absent)]);
  const row = { email: 'two@people.test', ...BLANK, tags: '' };
  const batch = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: [row] });
  expect([batch.status, batch.body.data[0]]).toEqual([200, expect.objectContaining({ outcome: 'subscribed' })]);
  const input = { email: 'three@people.test', firstName: '', lastName: ' ', timezone: '', locale: '' };
  const query = `mutation ($input: CreateSubscriberInput!) {
    createSubscriber(input: $input) { subscriber { firstName timezone } } }`;
  const { createSubscriber } = await ask(api, query, { input: { listId: list, ...input } });
  expect(createSubscriber.subscriber).toEqual({ firstName: null, timezone: null });
});

test('a blank field in an update keeps the stored value, and null clears it', async () => {
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

test.each([
  { occurred_at: '' },
  { value: 1, currency: '' },
  { value: null, currency: ' ' },
  { currency: 'EUR', value: '' },
  { properties: '' },
])('an event with %j is refused, as specified', async (fields) => {
  const event = { email: 'ann@people.test', name: 'order', ...fields };
  const [field] = Object.keys(fields).slice(-1);
  expect((await api.rest('POST', '/events', event)).status).toBe(422);
  expect((await api.rest('POST', '/events', { events: [event] })).body.errors).toHaveProperty(`events.0.${field}`);
});

test('blank values of dates, choices and times are absent', async () => {
  const token = { name: 'Shop', ability: 'read', expires_at: '', rate_limit: ' ' };
  expect((await api.rest('POST', '/tokens', token)).body.data).toMatchObject({ expires_at: null, rate_limit: null });
  const sale = {
    email: 'sale@people.test',
    value: 100,
    currency: 'EUR',
    occurred_at: '',
    properties: '',
    reference: ' ',
  };
  expect((await api.rest('POST', '/conversions', sale)).status).toBe(201);
  const blocked = { email: 'blocked@people.test', domain: '', reason: ' ' };
  expect((await api.rest('POST', '/suppressions', blocked)).body.data).toMatchObject({ reason: 'manual' });
  const mail = { to: ['ann@people.test'], from: 'us@shop.test', subject: 'Hi', text: 'Hi', send_at: '', tracking: '' };
  expect((await api.rest('POST', '/transactional-mails', mail)).body).toMatchObject({ data: { status: 'pending' } });
  const settings = { email: 'ann@people.test', paused_until: '', frequency: '' };
  expect((await api.rest('PATCH', '/people/preferences', settings)).status).toBe(200);
  const list = { name: 'News', from_email: 'a@shop.test', requires_confirmation: '', transport: '' };
  expect((await api.rest('POST', '/lists', list)).body.data).toMatchObject({ requires_confirmation: false });
});

const attributesOf = async (id: string) => (await api.rest('GET', `/subscribers/${id}`)).body.data.attributes;

test('blank attributes of every type are not stored, and keep the stored value', async () => {
  for (const [key, type] of [
    ['birthday', 'date'],
    ['score', 'number'],
    ['member', 'boolean'],
    ['city', 'text'],
  ])
    expect((await api.rest('POST', '/fields', { key, type })).status).toBe(201);
  const blank = { birthday: '', score: ' ', member: '\t', city: '\u00a0', nick: '' };
  const add = async (email: string, attributes: object) =>
    (await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: [{ email, attributes }] })).body.data[0]
      .id;
  const empty = await add('attributes@people.test', blank);
  expect(await attributesOf(empty)).toEqual({});
  const values = { birthday: '1990-01-31', score: 5, member: true, city: 'Rome' };
  const full = await add('full@people.test', values);
  expect(await add('full@people.test', blank)).toBe(full);
  expect((await api.rest('PATCH', `/subscribers/${full}`, { attributes: blank })).status).toBe(200);
  expect((await api.rest('PATCH', `/subscribers/${full}`, { attributes: '' })).status).toBe(200);
  expect(await attributesOf(full)).toEqual(values);
  const cleared = await api.rest('PATCH', `/subscribers/${full}`, { attributes: { city: null, score: '7' } });
  expect(cleared.body.data.attributes).toEqual({ birthday: '1990-01-31', score: 7, member: true });
  const named = await api.rest('PATCH', `/subscribers/${full}`, { attributes: { City: '' } });
  expect(named.body.errors).toHaveProperty('attributes.City');
  expect(await ask(api, '{ contactFields(first: 50) { nodes { key } } }')).not.toMatchObject({
    contactFields: { nodes: expect.arrayContaining([{ key: 'nick' }]) },
  });
});

test('stored blank text counts as not set', async () => {
  const other = await makeList(api);
  const stored = ['Rome', '', ' \t', '\u00a0\u2003', undefined];
  for (const [index, value] of stored.entries()) {
    const { id } = (await api.rest('POST', `/lists/${other}/subscribers`, { email: `set${index}@people.test` })).body
      .data;
    const data = { attributes: value === undefined ? {} : { town: value }, firstName: value ?? null };
    await api.db.subscriber.updateMany({ where: { id }, data });
    await api.rest('POST', '/events', { email: `set${index}@people.test`, name: 'seen', properties: { town: value } });
  }
  await api.rest('POST', '/fields', { key: 'town', type: 'text' });
  const count = async (rule: object) => {
    const conditions = { operator: 'and', rules: [rule] };
    const { body } = await api.rest('POST', `/lists/${other}/segments/preview`, { conditions });
    return body.data?.subscribers_count ?? body;
  };
  const bySeen = (operator: string) => ({
    ...{ type: 'event', operator: 'performed' },
    value: { name: 'seen', where: [{ property: 'town', operator }] },
  });
  expect(await count({ type: 'attribute', field: 'town', operator: 'is_set' })).toBe(1);
  expect(await count({ type: 'attribute', field: 'town', operator: 'is_not_set' })).toBe(4);
  expect(await count({ type: 'first_name', operator: 'is_set' })).toBe(1);
  expect(await count({ type: 'first_name', operator: 'is_not_set' })).toBe(4);
  expect(await count(bySeen('is_set'))).toBe(1);
  expect(await count(bySeen('is_not_set'))).toBe(4);
});
