import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { WRONG_TYPES } from '../../support/values.ts';

const LIST = { name: 'News', from_email: 'news@shop.test' };

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const refused = async (input: object, field: string, problem: string) => {
  const errors = { [field]: [`The ${field} field ${problem}`] };
  const created = await api.rest('POST', '/lists', { ...LIST, ...input });
  expect([created.status, created.body.errors]).toEqual([422, errors]);
  const changed = await api.rest('PUT', `/lists/${await makeList(api)}`, input);
  expect([changed.status, changed.body.errors]).toEqual([422, errors]);
};

test('a list is created with every field, and read back the same', async () => {
  const input = { ...LIST, locale: 'pt-BR', from_name: 'Ana', requires_confirmation: true };
  const created = await api.rest('POST', '/lists', input);
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    data: {
      ...input,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      subscribed_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
  const read = await api.rest('GET', `/lists/${created.body.data.id}`);
  expect([read.status, read.body]).toEqual([200, created.body]);
});

test('missing fields get defaults, and a name may be reused', async () => {
  for (const input of [LIST, { ...LIST, locale: null, from_name: null, requires_confirmation: null }]) {
    const { body } = await api.rest('POST', '/lists', input);
    expect(body.data).toMatchObject({ ...LIST, locale: 'en', from_name: null, requires_confirmation: false });
  }
});

test.each([
  [{ name: '  Trimmed ' }, { name: 'Trimmed' }],
  [{ name: 'x'.repeat(255) }, { name: 'x'.repeat(255) }],
  [{ name: '👩'.repeat(255) }, { name: '👩'.repeat(255) }],
  [{ from_email: ' News@BÜCHER.Example ' }, { from_email: 'news@xn--bcher-kva.example' }],
  [{ from_name: '"Ann" <x@y>' }, { from_name: '"Ann" <x@y>' }],
  [{ locale: 'EN_gb' }, { locale: 'en-GB' }],
])('%j is stored as %j', async (input, kept) => {
  const { status, body } = await api.rest('POST', '/lists', { ...LIST, ...input });
  expect(status).toBe(201);
  expect(body.data).toMatchObject(kept);
});

describe('refused values:', () => {
  test.each([
    [{ name: 'x'.repeat(256) }, 'must not be greater than 255 characters.'],
    [{ name: '👩'.repeat(256) }, 'must not be greater than 255 characters.'],
    [{ name: '' }, 'is required.'],
    [{ name: ' \t ' }, 'is required.'],
    [{ name: null }, 'is required.'],
    [{ name: 'a\u0000b' }, 'must not contain NUL or broken characters.'],
    [{ name: '\ud800' }, 'must not contain NUL or broken characters.'],
    [{ from_email: null }, 'is required.'],
    [{ from_email: '' }, 'is required.'],
    [{ from_email: 'news' }, 'must be a valid email address.'],
    [{ from_email: 'a@shop.test\r\nBcc: b@evil.test' }, 'must be a valid email address.'],
    [{ from_name: 'Ann\nBcc: b@evil.test' }, 'must be on one line.'],
    [{ from_name: 'x'.repeat(256) }, 'must not be greater than 255 characters.'],
    [{ locale: 'english!' }, 'must be a valid language code (BCP 47, such as en or pt-BR).'],
    [{ requires_confirmation: 'true' }, 'must be true or false.'],
  ])('%j', async (input, problem) => refused(input, Object.keys(input)[0] as string, problem));

  test.each(['name', 'locale', 'from_email', 'from_name'])('a %s of the wrong type', async (field) => {
    for (const value of WRONG_TYPES) {
      const { status, body } = await api.rest('POST', '/lists', { ...LIST, [field]: value });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });
});

test('only the given fields change; null clears the sender name', async () => {
  const input = { ...LIST, locale: 'de', from_name: 'Ann', requires_confirmation: true };
  const id = await makeList(api, input);
  const { body: before } = await api.rest('GET', `/lists/${id}`);
  const changed = await api.rest('PUT', `/lists/${id}`, { name: 'B', unknown: 1 });
  expect([changed.status, changed.body]).toEqual([200, { data: { ...before.data, name: 'B' } }]);
  expect((await api.rest('PUT', `/lists/${id}`, { from_name: null })).body.data.from_name).toBeNull();
  const nothing = await api.rest('PUT', `/lists/${id}`, {});
  expect(nothing.body.data).toEqual({ ...before.data, name: 'B', from_name: null });
});

test('an unknown list is 404 before its update is validated', async () => {
  const { status } = await api.rest('PUT', `/lists/${UNKNOWN_ID}`, { name: '' });
  expect(status).toBe(404);
});

test('deleting a list deletes its subscribers and keeps events and mails', async () => {
  const id = await makeList(api);
  const { data } = await subscribe(api, id, [{ email: 'ann@people.test' }]);
  await api.rest('POST', '/events', { email: 'ann@people.test', name: 'order' });
  await api.rest('POST', '/templates', { name: 'Welcome', editor: 'html', content: 'Hello' });
  await api.rest('POST', '/transactional-mails', { template: 'Welcome', from: 's@shop.test', to: ['ann@people.test'] });

  const deleted = await api.rest('DELETE', `/lists/${id}`);
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
  for (const path of [`/lists/${id}`, `/lists/${id}/subscribers`, `/subscribers/${data[0].id}`]) {
    expect((await api.rest('GET', path)).status).toBe(404);
  }
  expect((await api.rest('DELETE', `/lists/${id}`)).status).toBe(404);
  expect((await api.rest('GET', '/events?email=ann@people.test')).body.meta.total).toBe(1);
  expect((await api.rest('GET', '/transactional-mails?recipient=ann@people.test')).body.meta.total).toBe(1);
});

test('concurrent updates of a deleted list cause no server error', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await makeList(api);
    const answers = await Promise.all([
      api.rest('PUT', `/lists/${id}`, { name: 'B' }),
      api.rest('POST', `/lists/${id}/subscribers/batch`, { subscribers: [{ email: 'bob@people.test' }] }),
      api.rest('DELETE', `/lists/${id}`),
      api.rest('PUT', `/lists/${id}`, { name: 'C' }),
      api.rest('DELETE', `/lists/${id}`),
    ]);
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
  }
});
