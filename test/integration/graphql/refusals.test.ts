import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { fail } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

describe('GRAPHQL_VALIDATION_FAILED is', () => {
  test.each([
    ['syntax', '{ lists {'],
    ['an unknown field', '{ lists { nope } }'],
    ['an unknown argument', '{ lists(nope: 1) { totalCount } }'],
    ['a literal that does not fit', '{ list(id: true) { name } }'],
    ['no selection', '{ lists }'],
    ['a cycle of fragments', '{ lists { ...F } } fragment F on ListConnection { ...F }'],
  ])('the answer to %s', async (_, query) => {
    const { body, status } = await api.graphql(query);
    expect(status).toBe(200);
    expect(body.data).toBeUndefined();
    expect(body.errors[0].extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED', issues: [] });
    expect((await api.graphql(query, {}, { headers: { accept: 'application/graphql-response+json' } })).status).toBe(
      400,
    );
  });
});

describe('BAD_USER_INPUT is', () => {
  test.each([
    ['query ($id: ID!) { list(id: $id) { name } }', { id: [] }, 'id'],
    ['query ($id: ID!) { list(id: $id) { name } }', {}, 'id'],
    ['query ($id: ID!) { list(id: $id) { name } }', { id: null }, 'id'],
    ['query ($first: Int) { lists(first: $first) { totalCount } }', { first: '7' }, 'first'],
    [
      'mutation ($x: CreateListInput!) { createList(input: $x) { list { id } } }',
      { x: { name: 7, fromEmail: 'a@b.test' } },
      'name',
    ],
    ['mutation ($x: CreateListInput!) { createList(input: $x) { list { id } } }', { x: { name: 'N' } }, 'fromEmail'],
    [
      'mutation ($x: [RecordEventInput!]!) { recordEvents(input: { events: $x }) { results { eventId } } }',
      {
        x: [
          { email: 'a', name: 'b' },
          { email: 1, name: 'c' },
        ],
      },
      'events.1.email',
    ],
  ])('the answer to %s with %j, naming the argument', async (query, variables, path) => {
    const { extensions } = await fail(api, query, variables);
    expect(extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: path.split('.'), message: expect.any(String) }],
    });
  });

  test('the answer to an unknown value of an enumeration', async () => {
    const query = 'query ($status: CampaignStatus) { campaigns(status: $status) { totalCount } }';
    const { extensions } = await fail(api, query, { status: 'ALMOST_SENT' });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['status'], code: 'CHOICE' }] });
  });

  test('the answer to an unknown input key', async () => {
    const input = { name: 'N', fromEmail: 'a@b.test', colour: 'red' };
    const { extensions } = await fail(
      api,
      'mutation ($i: CreateListInput!) { createList(input: $i) { list { id } } }',
      {
        i: input,
      },
    );
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ code: 'UNKNOWN_KEY' }] });
  });
});
