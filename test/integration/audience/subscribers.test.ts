import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { WRONG_TYPES } from '../../support/values.ts';

const ANN = 'ann@people.test';
const FULL = {
  email: ANN,
  first_name: 'Ann',
  last_name: 'Lee',
  timezone: 'Europe/Berlin',
  locale: 'de',
  tags: ['a', 'b'],
  attributes: { x: '1', y: '1' },
};

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

const add = (row: unknown, to = list) => api.rest('POST', `/lists/${to}/subscribers`, row);

describe('one subscriber', () => {
  test('is new with 201, and updated with 200, as by a batch', async () => {
    const added = await add({ ...FULL, email: ' Ann@People.test' });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({ data: await readSubscriber(api, list, ANN) });
    expect(added.body.data).toMatchObject({ ...FULL, status: 'subscribed', list });
    const again = await add({ email: ANN, last_name: null, tags: ['c'], attributes: { x: null, z: 3 } });
    expect([again.status, again.body]).toEqual([
      200,
      {
        data: {
          ...added.body.data,
          ...{ last_name: null, tags: ['a', 'b', 'c'], attributes: { y: '1', z: '3' } },
          updated_at: expect.stringMatching(/Z$/),
        },
      },
    ]);
    expect((await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total).toBe(1);
  });

  test('is unconfirmed on a list that asks for confirmation', async () => {
    const strict = await makeList(api, { requires_confirmation: true });
    expect((await add({ email: ANN }, strict)).body.data).toMatchObject({ status: 'unconfirmed', subscribed_at: null });
  });

  test.each([
    [{}, 'email', 'is required.'],
    [{ email: 'ann' }, 'email', 'must be a valid email address.'],
    [{ email: ANN, first_name: 'x'.repeat(256) }, 'first_name', 'must not be greater than 255 characters.'],
    [{ email: ANN, tags: ['x', 'x'.repeat(101)] }, 'tags.1', 'must not be greater than 100 characters.'],
    [
      { email: ANN, attributes: { A: 1 } },
      'attributes.A',
      'must have a key of lowercase letters, digits and _ that starts with a letter.',
    ],
    [{ email: ANN, resubscribe: 1 }, 'resubscribe', 'must be true or false.'],
  ])('is refused as %j', async (row, field, problem) => {
    const { status, body } = await add(row);
    const message = `The ${field} field ${problem}`;
    expect([status, body]).toEqual([422, { message, errors: { [field]: [message] } }]);
    expect((await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total).toBe(0);
  });

  test('is refused when the address is blocked', async () => {
    await api.rest('POST', '/suppressions', { domain: 'blocked.test' });
    const { status, body } = await add({ email: 'x@blocked.test' });
    const message = 'The address is blocked: it is suppressed and gets no e-mails from the team.';
    expect([status, body]).toEqual([422, { message, errors: { email: [message] } }]);
    expect((await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total).toBe(0);
  });

  test('comes back after unsubscribing only on request', async () => {
    const { id } = (await add({ email: ANN })).body.data;
    await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    expect((await add({ email: ANN })).status).toBe(422);
    const back = await add({ email: ANN, resubscribe: true });
    expect([back.status, back.body.data]).toEqual([200, expect.objectContaining({ id, status: 'subscribed' })]);
  });

  test('is created once by any number of simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({ email: ANN })));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    for (const { status } of answers) expect([200, 201]).toContain(status);
  });

  test('to an unknown list is 404 before validation', async () => {
    expect((await add({}, UNKNOWN_ID)).status).toBe(404);
  });
});

describe('a change', () => {
  let id: string;
  let before: object;
  beforeEach(async () => {
    before = (await add(FULL)).body.data;
    ({ id } = before as { id: string });
  });
  const change = (input: object) => api.rest('PATCH', `/subscribers/${id}`, input);

  test.each([
    [{}, {}],
    [{ first_name: ' Anna ' }, { first_name: 'Anna' }],
    [{ last_name: 'x'.repeat(255) }, { last_name: 'x'.repeat(255) }],
    [
      { first_name: null, last_name: null },
      { first_name: null, last_name: null },
    ],
    [
      { timezone: 'Asia/Tokyo', locale: 'PT_br' },
      { timezone: 'Asia/Tokyo', locale: 'pt-BR' },
    ],
    [
      { timezone: null, locale: null },
      { timezone: null, locale: null },
    ],
    [{ tags: ['B', 'c'] }, { tags: ['b', 'c'] }],
    [{ tags: [] }, { tags: [] }],
    [{ tags: null }, { tags: [] }],
    [{ attributes: { x: null, y: 2, new_one: true } }, { attributes: { y: '2', new_one: 'true' } }],
    [{ attributes: {} }, {}],
    [{ attributes: null }, { attributes: {} }],
  ])('of %j leads to %j', async (input, changed) => {
    const { status, body } = await change(input);
    expect([status, body]).toEqual([200, { data: { ...before, ...changed, updated_at: expect.stringMatching(/Z$/) } }]);
    expect((await api.rest('GET', `/subscribers/${id}`)).body).toEqual(body);
  });

  test.each([
    [{ first_name: 'x'.repeat(256) }, 'first_name', 'must not be greater than 255 characters.'],
    [{ last_name: 'a\nb' }, 'last_name', 'must be on one line.'],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'must be a valid time zone (IANA, such as Europe/Berlin).'],
    [{ locale: '!' }, 'locale', 'must be a valid language code (BCP 47, such as en or pt-BR).'],
    [{ tags: ['x'.repeat(101)] }, 'tags.0', 'must not be greater than 100 characters.'],
    [{ tags: Array(101).fill('x') }, 'tags', 'must not have more than 100 items.'],
    [{ attributes: { x: {} } }, 'attributes.x', 'must be text of at most 5000 characters.'],
    [{ attributes: { status: 'x' } }, 'attributes.status', 'is reserved for a field that every subscriber has.'],
    [{ attributes: { x: 'a\u0000' } }, 'attributes', 'must not contain NUL or broken characters.'],
    [{ attributes: { x: '1'.repeat(5001) } }, 'attributes.x', 'must be text of at most 5000 characters.'],
  ])('of %j is refused, and leaves no trace', async (input, field, problem) => {
    const { status, body } = await change({ ...(field !== 'first_name' && { first_name: 'Eve' }), ...input });
    expect([status, body.errors]).toEqual([422, { [field]: [`The ${field} field ${problem}`] }]);
    expect((await api.rest('GET', `/subscribers/${id}`)).body.data).toEqual(before);
  });

  test('with a wrong type is refused by the name of the field', async () => {
    for (const field of ['first_name', 'last_name', 'timezone', 'locale', 'tags', 'attributes']) {
      for (const value of WRONG_TYPES) {
        if (field === 'tags' && JSON.stringify(value) in { '[]': 1, '["x"]': 1 }) continue;
        // PHP writes an empty object as [].
        if (field === 'attributes' && JSON.stringify(value) in { '{}': 1, '{"x":1}': 1, '[]': 1 }) continue;
        const { status, body } = await change({ [field]: value });
        expect([status, Object.keys(body.errors)[0]?.split('.')[0]]).toEqual([422, field]);
      }
    }
  });

  test('beside simultaneous changes loses nothing', async () => {
    const keys = Array.from({ length: 10 }, (_, index) => `k${index}`);
    await Promise.all([
      ...keys.map((key) => change({ attributes: { [key]: key } })),
      ...keys.map((key) => subscribe(api, list, [{ email: ANN, attributes: { [`b_${key}`]: key }, tags: [key] }])),
      ...keys.map((key) => api.rest('POST', `/subscribers/${id}/tags`, { tags: [`p ${key}`] })),
    ]);
    const { attributes, tags } = await readSubscriber(api, list, ANN);
    expect(Object.keys(attributes)).toHaveLength(22);
    expect(tags).toHaveLength(22);
  });

  test('costs as many statements for one tag and attribute as for many', async () => {
    const input = (count: number, prefix: string) => ({
      tags: Array.from({ length: count }, (_, index) => `${prefix}${index}`),
      attributes: Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'x'])),
    });
    const one = await api.statements(() => change(input(1, 'one')));
    const many = await api.statements(() => change(input(100, 'many')));
    expect(many).toHaveLength(one.length);
  });
});

test('deleting a subscriber keeps events and mails, and the address may be added again', async () => {
  const { id } = (await add(FULL)).body.data;
  await api.rest('POST', '/events', { email: ANN, name: 'order' });
  const deleted = await api.rest('DELETE', `/subscribers/${id}`);
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answer = await api.rest(method, `/subscribers/${id}`, method === 'GET' ? undefined : { first_name: 7 });
    expect(answer.status).toBe(404);
  }
  expect((await api.rest('GET', `/lists/${list}`)).body.data.subscribed_count).toBe(0);
  expect((await api.rest('GET', `/events?email=${ANN}`)).body.meta.total).toBe(1);
  const again = await add({ email: ANN });
  expect([again.status, again.body.data.first_name]).toEqual([201, null]);
});

test.each(['unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained'] as const)(
  'confirming who is %s',
  async (status) => {
    const { id } = (await add({ email: ANN })).body.data;
    await api.db.subscriber.updateMany({ where: { listId: list }, data: { status, subscribedAt: null } });
    const before = (await api.rest('GET', `/subscribers/${id}`)).body.data;
    const { status: code, body } = await api.rest('POST', `/subscribers/${id}/confirm`);
    const joined = {
      status: 'subscribed',
      subscribed_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    };
    expect([code, body.data]).toEqual([200, status === 'unconfirmed' ? { ...before, ...joined } : before]);
    expect((await api.rest('POST', `/subscribers/${id}/confirm`)).body).toEqual(body);
  },
);

describe('searching a list', () => {
  const people = [
    { email: 'ann.lee@people.test', first_name: 'Ann', last_name: 'Müller' },
    { email: 'bob_x@people.test', first_name: '100%', last_name: 'O\\Neil' },
    { email: 'bobyx@people.test', first_name: 'Mary Ann', last_name: '.*' },
  ];
  test.each([
    ['ann.lee', ['ann.lee']],
    ['ANN', ['ann.lee', 'bobyx']],
    ['MÜLL', ['ann.lee']],
    ['ann müller', ['ann.lee']],
    ['  müller   ann  ', ['ann.lee']],
    ['bob', ['bob_x', 'bobyx']],
    ['bob_x', ['bob_x']],
    ['0%', ['bob_x']],
    ['%', ['bob_x']],
    ['\\', ['bob_x']],
    ['.*', ['bobyx']],
    ["'; drop table", []],
    ['people.test', ['ann.lee', 'bob_x', 'bobyx']],
    ['', ['ann.lee', 'bob_x', 'bobyx']],
    ['nobody', []],
    ['x '.repeat(127), ['bob_x', 'bobyx']],
  ])('for %j finds %j', async (search, found) => {
    await subscribe(api, list, people);
    const query = `/lists/${list}/subscribers?search=${encodeURIComponent(search)}`;
    const { body } = await api.rest('GET', query);
    expect(body.data.map(({ email }: { email: string }) => email.split('@')[0]).sort()).toEqual(found);
    expect(body.meta.total).toBe(found.length);
  });

  test('works with the other filters, and with pages', async () => {
    await subscribe(
      api,
      list,
      people.map((person) => ({ ...person, tags: [person.first_name] })),
    );
    const { body } = await api.rest('GET', `/lists/${list}/subscribers?search=ann&tag=mary%20ann&per_page=1`);
    expect(body.data).toHaveLength(1);
    expect(body.links.first).toContain('search=ann');
  });

  test.each([`search=${'x'.repeat(256)}`, 'search=%00', 'search=a&search=b'])('refuses %s', async (query) => {
    const { status, body } = await api.rest('GET', `/lists/${list}/subscribers?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['search']]);
  });
});

test('GraphQL subscribes, searches, changes, confirms and deletes', async () => {
  const strict = await makeList(api, { requires_confirmation: true });
  const row = { email: ANN, tags: ['a'], attributes: { x: 1 } };
  const added = await api.graphql(
    `mutation ($input: CreateSubscriberInput!) { createSubscriber(input: $input) {
      isNew subscriber { id status tags list { id } } } }`,
    { input: { listId: strict, ...row } },
  );
  const { isNew, subscriber } = added.body.data.createSubscriber;
  expect([isNew, subscriber]).toEqual([
    true,
    { id: subscriber.id, status: 'UNCONFIRMED', tags: ['a'], list: { id: strict } },
  ]);
  const { id } = subscriber;
  const call = (operation: string, variables: object = {}) => api.graphql(operation, { id, ...variables });
  const changed = await call(
    `mutation ($input: UpdateSubscriberInput!) { updateSubscriber(input: $input) { subscriber { firstName tags attributes } } }`,
    { input: { id, firstName: 'Ann', tags: null, attributes: { y: 2 } } },
  );
  expect(changed.body.data.updateSubscriber.subscriber).toEqual({
    firstName: 'Ann',
    tags: [],
    attributes: { x: '1', y: '2' },
  });
  const confirmed = await call('mutation ($id: ID!) { confirmSubscriber(id: $id) { subscriber { status } } }');
  expect(confirmed.body.data.confirmSubscriber.subscriber).toEqual({ status: 'SUBSCRIBED' });
  const found = await api.graphql(
    'query ($listId: ID!) { subscribers(listId: $listId, search: "ann") { nodes { id } } list(id: $listId) { subscribers(search: "x") { totalCount } } }',
    { listId: strict },
  );
  expect(found.body.data).toEqual({ subscribers: { nodes: [{ id }] }, list: { subscribers: { totalCount: 0 } } });
  const deleted = await call('mutation ($id: ID!) { deleteSubscriber(id: $id) { deletedId } }');
  expect(deleted.body.data.deleteSubscriber).toEqual({ deletedId: id });
  for (const operation of [
    'mutation ($id: ID!) { deleteSubscriber(id: $id) { deletedId } }',
    'mutation ($id: ID!) { confirmSubscriber(id: $id) { subscriber { email } } }',
    'mutation ($id: ID!) { updateSubscriber(input: { id: $id }) { subscriber { email } } }',
  ]) {
    expect((await call(operation)).body.errors[0].extensions.code).toBe('NOT_FOUND');
  }
  const refused = await api.graphql(
    'mutation ($listId: ID!) { createSubscriber(input: { listId: $listId, email: "x" }) { isNew } }',
    { listId: strict },
  );
  expect(refused.body.errors[0].extensions.issues).toEqual([
    {
      path: ['email'],
      code: 'FORMAT',
      problem: expect.any(String),
      message: 'The email field must be a valid email address.',
    },
  ]);
});

describe('the activity of a subscriber', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
  let id: string;
  beforeAll(async () => {
    await api.rest('POST', '/templates', { name: 'Hello', editor: 'html', content: 'Hello' });
  });
  beforeEach(async () => {
    const email = `${newId()}@people.test`;
    id = (await add({ email })).body.data.id;
    const mail = { template: 'Hello', from: 's@shop.test', to: ['x@people.test'], cc: [email] };
    for (let minute = 0; minute < 6; minute += 1) {
      if (minute % 2 === 0) await api.rest('POST', '/events', { email, name: `e${minute}`, occurred_at: at(minute) });
      else {
        const { body } = await api.rest('POST', '/transactional-mails', { ...mail, subject: `m${minute}` });
        await api.db.transactionalMail.updateMany({
          where: { id: body.data.id },
          data: { createdAt: at(minute), subject: `m${minute}` },
        });
      }
    }
    await api.rest('POST', '/events', { email: 'x@people.test', name: 'not theirs' });
  });
  const path = (query = '') => `/subscribers/${id}/activity${query}`;
  type Entry = { event: { name: string } | null; mail: { subject: string } | null; change: { type: string } | null };
  const nameOf = ({ event, mail, change }: Entry) => event?.name ?? mail?.subject ?? change?.type;
  const others = { event: null, mail: null, campaign: null, touch: null, feedback: null, change: null };

  test('shows the person’s actions and messages, most recent first', async () => {
    const { status, body } = await api.rest('GET', path());
    expect(status).toBe(200);
    expect(body.data.map(nameOf)).toEqual(['subscribed', 'm5', 'e4', 'm3', 'e2', 'm1', 'e0']);
    const mail = (await api.rest('GET', `/transactional-mails/${body.data[1].mail.id}`)).body.data;
    expect(body.data[1]).toEqual({ ...others, type: 'mail', occurred_at: at(5), mail });
    const events = await api.rest('GET', `/events?email=${body.data[2].event.email}`);
    expect(body.data[2]).toEqual({ ...others, type: 'event', occurred_at: at(4), event: events.body.data[0] });
  });

  test('comes in pages without repeated rows', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await api.rest('GET', path(`?per_page=2&page=${page}`))).body);
    expect(pages.map(({ data }) => data.map(nameOf))).toEqual([
      ['subscribed', 'm5'],
      ['e4', 'm3'],
      ['e2', 'm1'],
      ['e0'],
    ]);
    expect(pages[1].meta).toMatchObject({ total: 7, from: 3, to: 4, last_page: 4 });
    expect(pages[1].meta.path).toMatch(/\/activity$/);
    expect((await api.rest('GET', path('?page=1000000000'))).body.data).toEqual([]);
    expect((await api.rest('GET', path('?per_page=101'))).status).toBe(422);
  });

  test('costs the same statements for one entry and for all', async () => {
    const one = await api.statements(() => api.rest('GET', path('?per_page=1')));
    const all = await api.statements(() => api.rest('GET', path()));
    expect(all.length - one.length).toBeLessThanOrEqual(1);
    expect(all.length).toBeLessThanOrEqual(7);
  });

  test('is a connection in GraphQL, beside the mails', async () => {
    const query = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { subscriber(id: $id) {
      activity(first: $first, after: $after, last: $last, before: $before) {
        nodes { occurredAt ... on Event { name } ... on TransactionalMail { subject status } ... on SubscriberChange { type } } totalCount pageInfo { startCursor endCursor hasNextPage } }
      transactionalMails(first: 2) { nodes { subject } totalCount } } }`;
    const read = async (variables: object) => (await api.graphql(query, { id, ...variables })).body.data.subscriber;
    const first = await read({ first: 4 });
    const shown = ({ name, subject, type }: { name?: string; subject?: string; type?: string }) =>
      name ?? subject ?? type;
    expect(first.activity.nodes.map(shown)).toEqual(['SUBSCRIBED', 'm5', 'e4', 'm3']);
    expect(first.activity).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: true } });
    expect(first.transactionalMails).toEqual({ nodes: [{ subject: 'm5' }, { subject: 'm3' }], totalCount: 3 });
    const rest = await read({ first: 4, after: first.activity.pageInfo.endCursor });
    expect(rest.activity.nodes.map(shown)).toEqual(['e2', 'm1', 'e0']);
    const back = await read({ last: 2, before: rest.activity.pageInfo.startCursor });
    expect(back.activity.nodes.map(shown)).toEqual(['e4', 'm3']);
  });
});
