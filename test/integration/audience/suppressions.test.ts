import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { WRONG_TYPES } from '../../support/values.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const suppress = (input: object, options = {}) => api.rest('POST', '/suppressions', input, options);
const targets = async (query: string) => {
  const { status, body } = await api.rest('GET', `/suppressions?${query}`);
  expect(status).toBe(200);
  return body.data.map(({ email, domain }: { email: string | null; domain: string | null }) => email ?? domain);
};

test('an erased address is not stored again, with or without a reason', async () => {
  await api.rest('POST', '/people/erase', { email: 'gone@erased.test' });
  for (const given of [{}, { reason: 'manual' }, { reason: 'complaint' }]) {
    const { body } = await suppress({ email: 'gone@erased.test', ...given });
    expect(body.data).toMatchObject({ email: null, domain: null, reason: 'erased' });
  }
  expect(await api.db.suppression.count({ where: { target: 'gone@erased.test' } })).toBe(0);
});

describe('a suppression', () => {
  test.each([
    [{ email: ' Ann@BÜCHER.Example ' }, { email: 'ann@xn--bcher-kva.example', domain: null, reason: 'manual' }],
    [{ email: 'first.last@b.test' }, { email: 'first.last@b.test', domain: null, reason: 'manual' }],
    [{ domain: ' Bücher.Example ' }, { email: null, domain: 'xn--bcher-kva.example', reason: 'manual' }],
    [
      { email: 'a@b.test', domain: null, reason: null },
      { email: 'a@b.test', domain: null, reason: 'manual' },
    ],
    [
      { email: 'b@b.test', reason: 'hard_bounce' },
      { email: 'b@b.test', domain: null, reason: 'hard_bounce' },
    ],
    [
      { domain: 'c.test', reason: 'complaint' },
      { email: null, domain: 'c.test', reason: 'complaint' },
    ],
    [
      { email: 'e@b.test', reason: 'erased' },
      { email: 'e@b.test', domain: null, reason: 'erased' },
    ],
    [{ domain: `${'a.'.repeat(124)}test1` }, { domain: `${'a.'.repeat(124)}test1` }],
  ])('%j is kept as %j', async (input, kept) => {
    const { status, body } = await suppress(input);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ ...kept, id: expect.any(String), created_at: expect.stringMatching(/Z$/) });
    expect((await api.rest('GET', `/suppressions/${body.data.id}`)).body).toEqual(body);
  });

  test('that already exists is returned unchanged, with 200', async () => {
    const first = await suppress({ email: 'twice@b.test', reason: 'complaint' });
    const again = await suppress({ email: 'TWICE@b.test', reason: 'manual' });
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => suppress({ domain: 'at-once.test' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await suppress({ email: 'twice@b.test' }, { token: api.otherToken })).status).toBe(201);
  });

  test.each([
    [{}, 'email', 'is required when domain is absent.'],
    [{ email: null, domain: null }, 'email', 'is required when domain is absent.'],
    [{ email: 'a@x.test', domain: 'x.test' }, 'domain', 'cannot be used together with email.'],
    [{ email: '' }, 'email', 'is required when domain is absent.'],
    [{ email: 'x.test' }, 'email', 'must be a valid email address.'],
    [{ email: 'a@x.test\r\n' }, 'email', 'must be a valid email address.'],
    [{ email: 'a\u0000@x.test' }, 'email', 'must be a valid email address.'],
    [{ domain: '' }, 'email', 'is required when domain is absent.'],
    [{ domain: 'localhost' }, 'domain', 'must be a valid domain.'],
    [{ domain: 'a@x.test' }, 'domain', 'must be a valid domain.'],
    [{ domain: '*.x.test' }, 'domain', 'must be a valid domain.'],
    [{ domain: '127.0.0.1' }, 'domain', 'must be a valid domain.'],
    [{ domain: `${'a.'.repeat(125)}test` }, 'domain', 'must be a valid domain.'],
    [{ domain: 'x\u0000.test' }, 'domain', 'must be a valid domain.'],
    [{ email: 'a@x.test', reason: 'MANUAL' }, 'reason', 'must be one of manual, hard_bounce, complaint, erased.'],
  ])('%j is refused', async (input, field, problem) => {
    const { status, body } = await suppress(input);
    expect([status, body.errors]).toEqual([422, { [field]: [`The ${field} field ${problem}`] }]);
  });

  test.each(['email', 'domain', 'reason'])('is refused with a %s of the wrong type', async (field) => {
    for (const value of WRONG_TYPES) {
      const { status, body } = await suppress({ ...(field === 'reason' && { email: 'a@x.test' }), [field]: value });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  test('blocks its address until it is deleted', async () => {
    const list = await makeList(api);
    const { body } = await suppress({ domain: 'closed.test' });
    expect((await subscribe(api, list, [{ email: 'a@closed.test' }])).data[0].outcome).toBe('failed');
    const deleted = await api.rest('DELETE', `/suppressions/${body.data.id}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await api.rest('DELETE', `/suppressions/${body.data.id}`)).status).toBe(404);
    expect((await subscribe(api, list, [{ email: 'a@closed.test' }])).data[0].outcome).toBe('subscribed');
  });
});

test('the suppression of a domain does not cover its subdomains', async () => {
  const list = await makeList(api);
  await suppress({ domain: 'parent.test' });
  const { data } = await subscribe(api, list, [{ email: 'a@parent.test' }, { email: 'a@mail.parent.test' }]);
  expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'subscribed']);
});

test('confirming leaves an already confirmed subscriber unchanged, suppressed or not', async () => {
  const list = await makeList(api);
  const { data } = await subscribe(api, list, [{ email: 'a@later.test' }]);
  await suppress({ email: 'a@later.test' });
  const { status, body } = await api.rest('POST', `/subscribers/${data[0].id}/confirm`);
  expect([status, body.data.status]).toEqual([200, 'subscribed']);
});

test('suppressions are listed newest first, by address, domain or reason', async () => {
  await suppress({ domain: 'listed.test', reason: 'complaint' });
  await suppress({ email: 'a@listed.test', reason: 'hard_bounce' });
  expect(await targets('per_page=2')).toEqual(['a@listed.test', 'listed.test']);
  expect(await targets('email=A@Listed.test')).toEqual(['a@listed.test']);
  expect(await targets('domain=LISTED.test')).toEqual(['listed.test']);
  expect(await targets('email=a@listed.test&reason=complaint')).toEqual([]);
  expect(await targets('email=a@listed.test&domain=listed.test')).toEqual([]);
  expect(await targets('email=nobody@listed.test&domain=')).toEqual([]);
  expect(new Set(await targets('reason=hard_bounce'))).toEqual(new Set(['a@listed.test', 'b@b.test']));
});

test.each([
  'reason=x',
  'reason=MANUAL',
  'email=nothing',
  'domain=nothing',
  'email=%00',
  'domain=%00',
  'email=a&email=b',
  `domain=${'x'.repeat(321)}`,
])('suppressions cannot be filtered by %s', async (query) => {
  const { status, body } = await api.rest('GET', `/suppressions?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
});

test('GraphQL creates, finds, lists and deletes them', async () => {
  const query = `mutation ($input: CreateSuppressionInput!) { createSuppression(input: $input) {
    suppression { id email domain reason createdAt } isNew } }`;
  const input = { email: 'Gql@b.test', reason: 'COMPLAINT' };
  const created = (await api.graphql(query, { input })).body.data.createSuppression;
  expect(created).toMatchObject({
    isNew: true,
    suppression: { email: 'gql@b.test', domain: null, reason: 'COMPLAINT' },
  });
  expect((await api.graphql(query, { input })).body.data.createSuppression).toEqual({ ...created, isNew: false });
  const { id } = created.suppression;
  const read = await api.graphql(
    `query ($id: ID!) { suppression(id: $id) { email }
      suppressions(email: "gql@b.test", reason: COMPLAINT) { nodes { id } totalCount } }`,
    { id },
  );
  expect(read.body.data).toEqual({
    suppression: { email: 'gql@b.test' },
    suppressions: { nodes: [{ id }], totalCount: 1 },
  });
  const remove = () => api.graphql('mutation ($id: ID!) { deleteSuppression(id: $id) { deletedId } }', { id });
  expect((await remove()).body.data.deleteSuppression).toEqual({ deletedId: id });
  expect((await remove()).body.errors[0].extensions.code).toBe('NOT_FOUND');
  const none = await api.graphql(query, { input: {} });
  expect(none.body.errors[0].extensions.issues).toMatchObject([
    { path: ['email'], message: 'The email field is required when domain is absent.' },
  ]);
});
