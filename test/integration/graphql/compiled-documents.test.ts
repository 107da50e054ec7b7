import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { type CallOptions, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { all, any, makeSegment } from '../../support/segments.ts';

let api: TestApp;
let list: string;
let segment: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribe(api, list, rowsOf(5));
  const rules = [
    { type: 'tags', operator: 'has_any', value: ['vip'] },
    any({ type: 'email', operator: 'contains', value: 'ann' }),
  ];
  segment = (await makeSegment(api, list, all(...rules))).id;
});
afterAll(() => api.close());

type Asked = [what: string, query: string, variables?: () => object, options?: () => CallOptions];

const PEOPLE = `fragment People on SubscriberConnection { nodes { ...Person } edges { cursor } pageInfo { endCursor hasNextPage } totalCount }
  fragment Person on Subscriber { id mail: email tags attributes createdAt list { name __typename } }`;

const ASKED: Asked[] = [
  ['a page', `query($list: ID!) { subscribers(listId: $list, first: 3) { ...People } } ${PEOPLE}`, () => ({ list })],
  [
    'the same field twice',
    '{ a: lists(first: 1) { nodes { id } } b: lists(first: 2) { nodes { name id } totalCount } }',
  ],
  [
    'kinds of node',
    'query($id: ID!, $list: ID!) { segment: node(id: $id) { id ... on Segment { name } ... on List { locale } } list: node(id: $list) { __typename ... on List { locale } } }',
    () => ({ id: segment, list }),
  ],
  [
    'kinds of rule',
    'query($id: ID!) { segment(id: $id) { typedConditions { operator rules { __typename ... on GroupRule { group { operator rules { __typename } } } } } } }',
    () => ({ id: segment }),
  ],
  [
    'a part left out',
    'query($with: Boolean!) { lists { nodes { id name @include(if: $with) createdAt @skip(if: $with) } } }',
    () => ({ with: false }),
  ],
  [
    'a default',
    'query($list: ID!, $first: Int = 2) { subscribers(listId: $list, first: $first) { nodes { email } } }',
    () => ({ list }),
  ],
  ['what does not exist', 'query($id: ID!) { list(id: $id) { name } lists { totalCount } }', () => ({ id: newId() })],
  [
    'a refusal below what must not be null',
    'query($list: ID!, $first: Int) { list(id: $list) { name subscribers(first: $first) { totalCount } } lists { totalCount } }',
    () => ({ list, first: 1_000 }),
  ],
  [
    'two refusals',
    'query($list: ID!) { a: subscribers(listId: $list, first: 0) { totalCount } b: subscribers(listId: $list, last: 0) { totalCount } }',
    () => ({ list }),
  ],
  ['a variable of another type', 'query($list: ID!) { list(id: $list) { name } }', () => ({ list: { id: list } })],
  ['a variable that is missing', 'query($list: ID!) { list(id: $list) { name } }'],
  [
    'a variable in an object',
    'query($list: ID!, $by: OrderDirection!) { subscribers(listId: $list, orderBy: { field: EMAIL, direction: $by }) { nodes { email } } }',
    () => ({ list, by: 'DESC' }),
  ],
  [
    'what is thousands of fields once it is written out',
    `query($list: ID!) { ${Array.from({ length: 90 }, (_, n) => `l${n}: list(id: $list) { ...List }`).join(' ')} }
      fragment List on List { id name locale subscribers(first: 1) { nodes { ...Person list { id name segments(first: 1) { nodes { id name } } } } } }
      fragment Person on Subscriber { id email firstName lastName status tags createdAt }`,
    () => ({ list }),
  ],
  [
    'a field under each name that means something to JavaScript',
    `query class($arguments: ID!) { ${[
      'constructor',
      'then',
      'toString',
      'hasOwnProperty',
      'class',
      '__context',
      '__validNode0',
      '__parent',
      'query',
    ]
      .map((name) => `${name}: list(id: $arguments) { ${name}: name __proto: id }`)
      .join(' ')} }`,
    () => ({ arguments: list }),
  ],
  [
    'a field called __proto__',
    'query($list: ID!) { __proto__: list(id: $list) { __proto__: name } }',
    () => ({ list }),
  ],
  ['the schema', '{ __schema { queryType { name } } __type(name: "List") { fields { name } } }'],
  [
    'a mutation that is refused',
    'mutation($input: CreateListInput!) { createList(input: $input) { list { id } } }',
    () => ({ input: { name: '', fromEmail: 'news' } }),
  ],
  [
    'what the token may not',
    'mutation($id: ID!) { deleteList(id: $id) { id } }',
    () => ({ id: list }),
    () => ({ token: api.readToken }),
  ],
];

test.each(ASKED)('%s is answered alike each time', async (_, query, variables, options) => {
  const answers = [];
  for (let time = 0; time < 3; time++) answers.push(await api.graphql(query, variables?.(), options?.()));
  const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
  expect(others).toEqual([first, first]);
  expect(first?.body.data ?? first?.body.errors?.[0]).toBeTruthy();
});

test('the named operation of a document is executed, each time', async () => {
  const query = 'query A { lists { totalCount } } query B { tags { totalCount } }';
  const asked = async (operationName: string) =>
    (
      await api.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${api.token}` },
        payload: { query, operationName },
      })
    ).json();
  for (let time = 0; time < 3; time++) {
    expect(Object.keys((await asked('A')).data)).toEqual(['lists']);
    expect(Object.keys((await asked('B')).data)).toEqual(['tags']);
    expect(await asked('C')).toMatchObject({ errors: [{ message: expect.stringContaining('Unknown operation') }] });
  }
});

test('mutations of a document run one after the other, each time', async () => {
  const query = `mutation($a: CreateListInput!, $b: CreateListInput!) {
    a: createList(input: $a) { list { id } } b: createList(input: $b) { list { id } } c: createList(input: $a) { list { id } } }`;
  const input = (name: string) => ({ name, fromEmail: 'news@shop.example.com' });
  for (let time = 0; time < 3; time++) {
    const made = await ask(api, query, { a: input('A'), b: input('B') });
    const ids = [made.a, made.b, made.c].map(({ list }) => list.id);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(3);
  }
});

test.each([
  'new Date(0), globalThis.executed = true, 0',
  '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.executed=true',
  '"; globalThis.executed = true; "',
  `\${globalThis.executed = true}`,
  '__proto__',
])('a text in a document is never executed: %s', async (text) => {
  const written = JSON.stringify(text);
  const query = `{ lists(search: ${written}) { nodes { id } } segments(listId: ${written}) { totalCount } }`;
  const input = `input: { name: ${written}, fromEmail: "news@shop.example.com" }`;
  for (let time = 0; time < 3; time++) {
    await api.graphql(query);
    expect(await ask(api, `mutation { createList(${input}) { list { name } } }`)).toEqual({
      createList: { list: { name: text } },
    });
  }
  expect(globalThis).not.toHaveProperty('executed');
});
