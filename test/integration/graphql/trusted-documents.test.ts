import { createHash } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDocuments, removeDocuments } from '../../../src/domain/platform/documents/registered-documents.ts';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { readOver } from '../../support/live-readers.ts';
import { signIn } from '../../support/members.ts';
import { until } from '../../support/until.ts';

const TRUSTED = 'query Trusted { lists { totalCount } }';
const OTHER = '{ lists { totalCount } }';
const DATA = { data: { lists: { totalCount: 0 } } };
const REFUSED = {
  errors: [
    {
      message: expect.stringContaining('this server only executes registered documents'),
      extensions: { code: 'DOCUMENT_NOT_TRUSTED' },
    },
  ],
};

let api: TestApp;
let address: string;
beforeAll(async () => {
  api = await openTestApp({ trustedDocumentsOnly: true });
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  await register(TRUSTED, 'Trusted');
});
afterAll(() => api.close());

const register = (text: string, id: string) => registerDocuments(api.db, [{ id, text, name: id }]);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const named = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });

const send = (body: object | string, headers: object) =>
  api.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const post = (body: object | string, headers: object = {}) =>
  send(body, { authorization: `Bearer ${api.token}`, ...headers });
const get = (parameters: Record<string, string>) =>
  api.app.inject({
    method: 'GET',
    url: `/graphql?${new URLSearchParams(parameters)}`,
    headers: { authorization: `Bearer ${api.token}`, accept: 'application/json' },
  });

describe('with TRUSTED_DOCUMENTS=only a token', () => {
  test.each<[string, object]>([
    ['its id', { documentId: 'Trusted' }],
    ['its hash', { documentId: `sha256:${hashOf(TRUSTED)}` }],
    ["its hash in Apollo's protocol", { extensions: named(hashOf(TRUSTED)) }],
    ['its text', { query: TRUSTED }],
    ['its text and hash', { query: TRUSTED, extensions: named(hashOf(TRUSTED)) }],
    ['its text beside other extensions', { query: TRUSTED, extensions: {} }],
  ])('executes a registered document by %s', async (_, body) => {
    expect((await post(body)).json()).toEqual(DATA);
    expect((await post(body, { accept: 'text/event-stream' })).payload).toContain('"totalCount":0');
  });

  test.each<[string, object]>([
    ['its text', { query: OTHER }],
    ['its text beside other extensions', { query: OTHER, extensions: {} }],
    ['its id', { documentId: 'unknown' }],
    ['its hash', { extensions: named(hashOf(OTHER)) }],
    ['its text and hash', { query: OTHER, extensions: named(hashOf(OTHER)) }],
    ['a text that differs by white space', { query: `${TRUSTED} ` }],
    ['a text that is too long', { query: `${TRUSTED}#${'x'.repeat(100_000)}` }],
    ['introspection', { query: getIntrospectionQuery() }],
    ['the type name', { query: '{ __typename }' }],
    ['no syntax', { query: '{' }],
    ['no text', { query: '' }],
  ])('is refused another document by %s', async (_, body) => {
    const answer = await post(body);
    expect([answer.statusCode, answer.json()]).toEqual([200, REFUSED]);
    expect((await post(body, { accept: 'application/graphql-response+json' })).statusCode).toBe(400);
    expect((await post(body, { accept: 'text/event-stream' })).payload).toContain('DOCUMENT_NOT_TRUSTED');
    expect((await post({ extensions: named(hashOf(OTHER)) })).json()).toEqual(REFUSED);
  });

  test('executes the same documents by GET', async () => {
    expect((await get({ documentId: 'Trusted' })).json()).toEqual(DATA);
    expect((await get({ query: TRUSTED })).json()).toEqual(DATA);
    expect((await get({ query: OTHER })).json()).toEqual(REFUSED);
    expect((await get({ extensions: JSON.stringify(named(hashOf(OTHER))), query: OTHER })).json()).toEqual(REFUSED);
  });

  test('is refused other documents in other content types', async () => {
    expect((await post(TRUSTED, { 'content-type': 'application/graphql' })).json()).toEqual(DATA);
    expect((await post(OTHER, { 'content-type': 'application/graphql' })).json()).toEqual(REFUSED);
  });

  test('executes over a WebSocket only registered documents', async () => {
    const client = openSocket(address, api.token);
    const request = async (payload: object) => {
      const reader = readOver(client, { query: '', ...payload } as Parameters<typeof readOver>[1]);
      await until(() => reader.isOver);
      return [reader.codes, reader.results];
    };
    for (const payload of [{ documentId: 'Trusted' }, { query: TRUSTED }, { extensions: named(hashOf(TRUSTED)) }]) {
      expect(await request(payload)).toEqual([[], [DATA]]);
    }
    for (const payload of [{ query: OTHER }, { documentId: 'unknown' }, { extensions: named(hashOf(OTHER)) }, {}]) {
      expect(await request(payload)).toEqual([['DOCUMENT_NOT_TRUSTED'], []]);
    }
    await client.dispose();
  });

  test('follows only registered subscriptions', async () => {
    const text = 'subscription Tags { objectChanged(kinds: [TAG]) { objectId } }';
    const client = openSocket(address, api.token);
    const refused = readOver(client, text);
    await until(() => refused.isOver);
    expect(refused.codes).toEqual(['DOCUMENT_NOT_TRUSTED']);
    await register(text, 'Tags');
    await until(async () => (await api.installation.documents.find('Tags')) !== undefined);
    const reader = readOver(client, { query: '', documentId: 'Tags' } as Parameters<typeof readOver>[1]);
    await until(async () => {
      await api.rest('POST', '/tags', { name: `tag ${Math.random()}` });
      return reader.results.length > 0 || reader.isOver;
    });
    expect(reader.codes).toEqual([]);
    expect(reader.results[0]?.data).toEqual({ objectChanged: { objectId: expect.any(String) } });
    reader.stop();
    await client.dispose();
  });

  test('is refused a document once it is removed', async () => {
    const text = 'query Removed { lists { totalCount } }';
    await register(text, 'Removed');
    await until(async () => (await post({ documentId: 'Removed' })).json().data);
    await removeDocuments(api.db, 'Removed');
    await until(async () => (await post({ documentId: 'Removed' })).json().errors);
    expect((await post({ query: text })).json()).toEqual(REFUSED);
  });

  test('is refused a document that a member has sent with its hash', async () => {
    const { options } = await signIn(api, 'owner');
    const text = 'query OfMember { lists { totalCount } }';
    const body = { query: text, extensions: named(hashOf(text)) };
    expect((await send(body, options.headers)).json()).toEqual(DATA);
    expect((await post({ extensions: named(hashOf(text)) })).json()).toEqual(REFUSED);
  });

  test('uses all of REST', async () => {
    expect((await api.rest('GET', '/lists')).status).toBe(200);
  });
});

test('with TRUSTED_DOCUMENTS=only a session executes any document, and introspects', async () => {
  const { options } = await signIn(api, 'viewer');
  const ask = (query: string) => api.graphql(query, {}, options);
  expect((await ask(OTHER)).body).toEqual(DATA);
  expect((await ask('{ __schema { queryType { name } } }')).body.data.__schema.queryType.name).toBe('Query');
});

test('with TRUSTED_DOCUMENTS=only nobody reads the schema without a token', async () => {
  const answer = await api.graphql('{ __schema { queryType { name } } }', {}, { token: null });
  expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
});
