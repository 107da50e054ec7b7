import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const LIST = 'id name locale fromEmail fromName requiresConfirmation subscribedCount createdAt';
const CREATE = `mutation ($input: CreateListInput!) { createList(input: $input) { list { ${LIST} } } }`;
const UPDATE = `mutation ($input: UpdateListInput!) { updateList(input: $input) { list { ${LIST} } } }`;
const SUBSCRIBE = `mutation ($list: ID!, $rows: [SubscriberInput!]!) {
  createSubscribers(input: { listId: $list, subscribers: $rows }) { added updated failed
    results { index email subscriberId status issues { path problem message } } }
}`;

test('a list is created, changed, read and deleted, and REST sees the same', async () => {
  const input = {
    name: 'News',
    fromEmail: 'News@Shop.test',
    fromName: 'Ann',
    locale: 'de',
    requiresConfirmation: true,
  };
  const {
    createList: { list },
  } = await ask(api, CREATE, { input });
  expect(list).toMatchObject({ ...input, fromEmail: 'news@shop.test', subscribedCount: 0 });
  const {
    updateList: { list: updateList },
  } = await ask(api, UPDATE, { input: { id: list.id, name: 'B', fromName: null } });
  expect(updateList).toEqual({ ...list, name: 'B', fromName: null });
  const rest = await api.rest('GET', `/lists/${list.id}`);
  expect(rest.body.data).toEqual({
    id: list.id,
    ...{ name: 'B', locale: 'de', from_email: 'news@shop.test', from_name: null },
    ...{ requires_confirmation: true, subscribed_count: 0, created_at: list.createdAt },
  });
  const gone = `mutation ($id: ID!) { deleteList(id: $id) { deletedId } }`;
  expect(await ask(api, gone, { id: list.id })).toEqual({ deleteList: { deletedId: list.id } });
  expect((await fail(api, gone, { id: list.id })).extensions.code).toBe('NOT_FOUND');
});

test('a validation error lists the problems of all fields at once', async () => {
  const error = await fail(api, CREATE, { input: { name: 'x'.repeat(256), fromEmail: 'x', locale: '!' } });
  expect(error.message).toBe('The name field must not be greater than 255 characters. (and 2 more errors)');
  expect(error.extensions).toEqual({
    code: 'BAD_USER_INPUT',
    issues: [
      {
        path: ['name'],
        message: 'The name field must not be greater than 255 characters.',
        code: 'TOO_LONG',
        problem: expect.any(String),
      },
      {
        path: ['locale'],
        message: 'The locale field must be a valid language code (BCP 47, such as en or pt-BR).',
        code: 'FORMAT',
        problem: expect.any(String),
      },
      {
        path: ['fromEmail'],
        message: 'The fromEmail field must be a valid email address.',
        code: 'FORMAT',
        problem: expect.any(String),
      },
    ],
  });
});

test('a batch validates each row on its own, as in REST', async () => {
  const list = await makeList(api);
  const rows = [
    { email: 'Ann@People.test', firstName: 'Ann', tags: ['vip'], attributes: { city: 'Wien' } },
    { email: 'no address' },
    { email: 'ann@people.test', attributes: { city: null, zip: '1010' } },
  ];
  const { createSubscribers } = await ask(api, SUBSCRIBE, { list, rows });
  const problem = 'must be a valid email address.';
  expect(createSubscribers).toEqual({
    ...{ added: 1, updated: 1, failed: 1 },
    results: [
      { index: 0, email: 'Ann@People.test', subscriberId: expect.any(String), status: 'SUBSCRIBED', issues: null },
      {
        ...{ index: 1, email: 'no address', subscriberId: null, status: 'FAILED' },
        issues: [{ path: ['email'], problem, message: `The email field ${problem}` }],
      },
      { index: 2, email: 'ann@people.test', subscriberId: expect.any(String), status: 'SUBSCRIBED', issues: null },
    ],
  });
  expect(await readSubscriber(api, list, 'ann@people.test')).toMatchObject({
    ...{ first_name: 'Ann', tags: ['vip'], attributes: { zip: '1010' } },
  });
});

test('a batch of no rows is refused', async () => {
  const message = 'The subscribers field must have at least 1 item.';
  const error = await fail(api, SUBSCRIBE, { list: await makeList(api), rows: [] });
  expect(error.extensions).toEqual({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['subscribers'], message, code: 'TOO_FEW', problem: expect.any(String) }],
  });
});

test('unsubscribing returns the new status', async () => {
  const { data } = await subscribe(api, await makeList(api), [{ email: 'bob@people.test' }]);
  const operation =
    'mutation ($id: ID!) { unsubscribeSubscriber(input: { id: $id }) { subscriber { status unsubscribedAt } } }';
  const {
    unsubscribeSubscriber: { subscriber: unsubscribeSubscriber },
  } = await ask(api, operation, { id: data[0].id });
  expect(unsubscribeSubscriber).toEqual({ status: 'UNSUBSCRIBED', unsubscribedAt: expect.stringMatching(/Z$/) });
  expect((await fail(api, operation, { id: UNKNOWN_ID })).extensions.code).toBe('NOT_FOUND');
});

test('subscribers are filtered by address, status and tag, from the root and from their list', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test', tags: ['VIP'] }, { email: 'bob@people.test' }]);
  const found = async (filter: string) => {
    const { subscribers, list: parent } = await ask(
      api,
      `query ($list: ID!) {
        subscribers(listId: $list, filter: { ${filter} }) { totalCount nodes { email } }
        list(id: $list) { subscribers(filter: { ${filter} }) { totalCount nodes { email } } }
      }`,
      { list },
    );
    expect(parent.subscribers).toEqual(subscribers);
    expect(subscribers.nodes).toHaveLength(subscribers.totalCount);
    return subscribers.nodes.map(({ email }: { email: string }) => email);
  };
  expect(await found('email: " ANN@people.test"')).toEqual(['ann@people.test']);
  expect(await found('tag: "vip"')).toEqual(['ann@people.test']);
  expect(await found('status: SUBSCRIBED')).toHaveLength(2);
  expect(await found('status: BOUNCED')).toEqual([]);
});

test('a page of subscribers with tags, attributes and list costs the same six statements for 100 as for 10', async () => {
  const list = await makeList(api);
  await subscribe(
    api,
    list,
    rowsOf(100).map((row, index) => ({ ...row, tags: [`t${index}`, 'all'] })),
  );
  const query = `query ($list: ID!, $first: Int!) {
    subscribers(listId: $list, first: $first) {
      totalCount nodes { email status tags attributes list { name subscribedCount } }
    }
  }`;
  const count = async (first: number) => {
    const statements = await api.statements(async () => {
      const { subscribers } = await ask(api, query, { list, first });
      expect(subscribers.nodes).toHaveLength(first);
      expect(subscribers.nodes[0]).toMatchObject({ tags: ['all', expect.any(String)], list: { subscribedCount: 100 } });
    });
    return statements.length;
  };
  expect([await count(10), await count(100)]).toEqual([6, 6]);
});
