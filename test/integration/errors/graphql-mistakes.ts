import { graphql, type Mistake, raw } from './shop.ts';

const LISTS = '{ lists { totalCount } }';
const SEGMENT = 'mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id } } }';
const RECORD = 'mutation ($input: RecordEventInput!) { recordEvent(input: $input) { eventId } }';
const JSON_TYPE = 'application/json';

/** 16 usual mistakes with GraphQL. */
export const GRAPHQL_MISTAKES: readonly Mistake[] = [
  {
    mistake: 'an unknown field',
    send: graphql('{ lists { nodes { title } } }'),
    status: 200,
    says: ['"title" on type "List"', 'List has campaigns', 'name,'],
  },
  {
    mistake: 'createSubscriber',
    send: graphql('mutation { createSubscriber(input: { email: "a@b.test" }) { id } }'),
    status: 200,
    says: ['CreateSubscriberInput.listId', 'required', 'CreateSubscriberPayload has isNew, subscriber, warnings'],
  },
  {
    mistake: 'sendMail',
    send: graphql('mutation { sendMail(input: {}) { id } }'),
    status: 200,
    says: ['"sendMail"', 'Did you mean "sendTransactionalMail"?'],
  },
  {
    mistake: 'a choice in lower case',
    send: graphql('{ transactionalMails(filter: { status: sent }) { totalCount } }'),
    status: 200,
    says: ['"sent"', 'Did you mean the enum value "SENT"?'],
  },
  {
    mistake: 'too large a page',
    send: graphql('{ lists(first: 1000) { totalCount } }'),
    status: 200,
    says: ['first field', 'between 1 and 100', 'code: RANGE'],
  },
  {
    mistake: 'the cursor of another list',
    send: graphql('{ templates(after: "abc") { totalCount } }'),
    status: 200,
    says: ['after field', 'not a cursor of this list', 'Send the endCursor or startCursor'],
  },
  {
    mistake: 'too costly an operation',
    send: graphql(
      '{ lists(first: 100) { nodes { subscribers(first: 100) { nodes { events(first: 100) { nodes { name } } } } } } }',
    ),
    status: 200,
    says: ['2020201 values', 'at most 100000', 'smaller pages'],
  },
  {
    mistake: 'two keys of a choice',
    send: graphql(SEGMENT, {
      input: {
        ...{ listId: 'x', name: 'S' },
        typedConditions: {
          operator: 'AND',
          rules: [{ language: { operator: 'EQUALS', value: 'en' }, tags: { operator: 'HAS_ANY', values: ['a'] } }],
        },
      },
    }),
    status: 200,
    says: ['language', 'Exactly one key', 'Send one of equals, in, notEquals, notIn'],
  },
  {
    mistake: 'a value of a typed condition',
    send: (shop) =>
      graphql(SEGMENT, {
        input: {
          ...{ listId: shop.list, name: 'S' },
          typedConditions: { operator: 'AND', rules: [{ sample: { percent: 200 } }] },
        },
      })(shop),
    status: 200,
    says: ['typedConditions.rules.0.sample.percent', 'between 1 and 99', 'code: RANGE'],
  },
  {
    mistake: 'a time without a zone',
    send: graphql(RECORD, { input: { email: 'ada@people.test', name: 'x', occurredAt: '2026-11-29T08:00' } }),
    status: 200,
    says: ['occurredAt', 'RFC 3339, with its zone: 2026-01-31T12:00:00Z', 'code: FORMAT'],
  },
  {
    mistake: 'a subscription by JSON',
    send: (shop) =>
      raw(shop, 'POST', '/graphql', {
        ...{ 'content-type': JSON_TYPE, accept: JSON_TYPE },
        payload: JSON.stringify({ query: 'subscription { campaignChanged { id } }' }),
      }),
    status: 406,
    says: ['text/event-stream', 'graphql-transport-ws'],
  },
  {
    mistake: 'a file in a form',
    send: (shop) =>
      raw(shop, 'POST', '/graphql', { 'content-type': 'multipart/form-data; boundary=b', payload: '--b--\r\n' }),
    status: 415,
    says: ['must be application/json', 'Send files to POST /v1/media'],
  },
  {
    mistake: 'a hash without its document',
    send: (shop) =>
      raw(shop, 'POST', '/graphql', {
        'content-type': JSON_TYPE,
        payload: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
      }),
    status: 200,
    says: ['PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND'],
  },
  {
    mistake: 'a malformed id',
    send: graphql('mutation { updateList(input: { id: "news", name: "N" }) { list { id } } }'),
    status: 200,
    says: ['Your team has nothing with the id given to updateList', 'NOT_FOUND'],
  },
  {
    mistake: 'a read token that writes',
    send: (shop) => graphql('mutation { deleteList(id: "x") { deletedId } }', {}, { token: shop.api.readToken })(shop),
    status: 200,
    says: ['can only read', 'a token that can write', 'FORBIDDEN'],
  },
  {
    mistake: 'two operations in one request',
    send: (shop) =>
      raw(shop, 'POST', '/graphql', {
        'content-type': JSON_TYPE,
        payload: JSON.stringify([{ query: LISTS }, { query: LISTS }]),
      }),
    status: 200,
    says: ['Batching is not supported', 'one operation per request', 'an alias'],
  },
];
