import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { runHere } from '../../support/command-line.ts';
import { readOver } from '../../support/live-readers.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
let folder: string;
beforeAll(async () => {
  api = await openTestApp();
  secondProcess = await openSecondProcess(api);
  folder = await mkdtemp(join(tmpdir(), 'tidings-documents-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await secondProcess.close();
  await api.close();
});

const hashOf = (text: string, algorithm = 'sha256') => createHash(algorithm).update(text).digest('hex');

let files = 0;
async function write(content: unknown): Promise<string> {
  const file = join(folder, `manifest-${++files}.json`);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const run = (...args: string[]) => runHere(['documents', ...args], { DATABASE_URL: api.databaseUrl });
const register = async (content: unknown) => run(await write(content));

const apollo = (...texts: [name: string, text: string][]) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: texts.map(([name, body]) => ({ id: hashOf(body), body, name, type: 'query' })),
});

const post = (body: object, headers: object = {}, app = api.app) =>
  app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });

const get = (documentId: string, more: Record<string, string> = {}) =>
  api.app.inject({
    method: 'GET',
    url: `/graphql?${new URLSearchParams({ documentId, ...more })}`,
    headers: { authorization: `Bearer ${api.token}`, accept: 'application/json' },
  });

const DATA = { data: { lists: { totalCount: 0 } } };
let texts = 0;
const newText = () => `query Registered${++texts} {\n  lists {\n    totalCount\n  }\n}`;

describe('documents', () => {
  test('registers the manifest of Apollo, and registers nothing twice', async () => {
    const manifest = apollo(['One', newText()], ['Two', newText()]);
    expect(await register(manifest)).toEqual({ code: 0, stdout: 'Registered 2 documents.\n', stderr: '' });
    expect((await register(manifest)).stdout).toBe('Registered 0 documents. 2 were registered already.\n');
    for (const { id } of manifest.operations) expect((await post({ documentId: id })).json()).toEqual(DATA);
  });

  test('registers the documents of GraphQL Code Generator, whatever their hash', async () => {
    const [first, second] = [newText(), newText()];
    expect((await register({ [hashOf(first, 'sha1')]: first, [hashOf(second)]: second })).stdout).toBe(
      'Registered 2 documents.\n',
    );
    expect((await post({ documentId: hashOf(first, 'sha1') })).json()).toEqual(DATA);
    expect((await post({ documentId: `sha256:${hashOf(first)}` })).json()).toEqual(DATA);
  });

  test('registers the documents of GraphQL Code Generator with the prefix of a hash, once', async () => {
    const text = newText();
    const prefixed = `sha256:${hashOf(text)}`;
    expect((await register({ [prefixed]: text })).stdout).toBe('Registered 1 documents.\n');
    expect((await register({ [hashOf(text)]: text })).stdout).toBe(
      'Registered 0 documents. 1 were registered already.\n',
    );
    for (const documentId of [prefixed, hashOf(text)]) expect((await post({ documentId })).json()).toEqual(DATA);
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(text) } };
    expect((await post({ extensions })).json()).toEqual(DATA);
  });

  test('list prints them with the problems that they have meanwhile, and remove removes them', async () => {
    const text = newText();
    await register(apollo(['Listed', text]));
    await api.db.registeredDocument.create({
      data: { id: 'outdated', hash: hashOf('{ gone }'), text: '{ gone }', name: 'Outdated' },
    });
    const { stdout } = await run('list');
    expect(stdout).toMatch(new RegExp(`^${hashOf(text)} \\d{4}-\\d\\d-\\d\\dT\\S+Z Listed$`, 'm'));
    expect(stdout).toMatch(/^outdated \S+ Outdated INVALID: Cannot query field "gone" on type "Query"/m);
    expect((await run('remove', 'outdated')).stdout).toBe('Removed 1 documents.\n');
    expect((await run('remove', 'outdated')).stderr).toBe('tidings: this document does not exist\n');
    expect((await run('remove', '--all')).code).toBe(0);
    expect((await run('list')).stdout).toBe('');
  });

  test.each<[string, unknown, string]>([
    ['no JSON', '{', 'It is not JSON'],
    ['a list', [], 'It must be a manifest of Apollo'],
    ['another format', { format: 'relay', version: 1 }, 'Its format is unknown: "relay", version 1'],
    ['another version', { ...apollo(), version: 2 }, 'version 2'],
    ['no documents', {}, 'It contains no documents.'],
    ['a document without text', { Broken: 7 }, 'Its document Broken has no text.'],
    ['an id with a prefix', { 'md5:1': '{ lists { totalCount } }' }, 'The id of its document md5:1 must be'],
    ['a wrong hash', { [`sha256:${'0'.repeat(64)}`]: '{ lists { totalCount } }' }, 'is not the SHA-256 of its text.'],
    ['an unknown field', apollo(['Wrong', '{\n  nope\n}']), `Wrong (${hashOf('{\n  nope\n}')}): Cannot query field`],
    ['no syntax', apollo(['Wrong', '{ lists {']), 'Wrong'],
    ['no operation', { Wrong: 'fragment F on List { id }' }, 'Wrong): It has no operation.'],
    [
      'a document above a limit',
      { Wrong: `{ ${'a: __typename '.repeat(601)} }` },
      'must not have more than 600 fields',
    ],
  ])('refuses a file with %s, in one line', async (_, content, message) => {
    const before = await api.db.registeredDocument.count();
    const { code, stdout, stderr } = await register(content);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^tidings: [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect(await api.db.registeredDocument.count()).toBe(before);
  });

  test('refuses a whole manifest because of one invalid document', async () => {
    const valid = newText();
    const { stderr } = await register(apollo(['Valid', valid], ['Wrong', '{ nope }']));
    expect(stderr).toContain('Wrong (');
    expect(stderr).not.toContain('Valid (');
    expect((await post({ documentId: hashOf(valid) })).json().errors).toHaveLength(1);
  });

  test('refuses an id that is registered with another text, because released clients use it', async () => {
    const text = newText();
    await register({ Home: text });
    const { code, stderr } = await register({ Home: newText(), Other: newText() });
    expect(code).toBe(1);
    expect(stderr).toContain('the id Home is registered with another text');
    expect((await post({ documentId: 'Other' })).json().errors).toHaveLength(1);
    expect((await post({ documentId: 'Home' })).json()).toEqual(DATA);
  });

  test('refuses a file that does not exist, and wrong arguments', async () => {
    expect((await run('nowhere.json')).stderr).toBe('tidings: nowhere.json cannot be read (ENOENT)\n');
    for (const args of [[], ['remove'], ['remove', 'x', '--all']]) {
      expect((await run(...args)).stderr).toBe(
        'tidings: documents FILE.json, or documents list, or documents remove ID|--all\n',
      );
    }
  });
});

describe('a documentId', () => {
  const text = 'query A($first: Int) { lists(first: $first) { totalCount } } query B { tags { totalCount } }';
  const mutation = 'mutation ($input: CreateTagInput!) { createTag(input: $input) { __typename } }';
  const id = hashOf(text);
  const request = { documentId: id, operationName: 'A', variables: { first: 1 } };
  beforeAll(async () => {
    await register({ [id]: text, CreateTag: mutation });
  });

  test.each([id, `sha256:${id}`])('executes %s by POST', async (documentId) => {
    expect((await post({ ...request, documentId })).json()).toEqual(DATA);
    expect((await post({ ...request, documentId, query: null })).json()).toEqual(DATA);
    expect((await post({ documentId, operationName: 'B' })).json()).toEqual({ data: { tags: { totalCount: 0 } } });
  });

  test.each([id, `sha256:${id}`])('executes %s by GET', async (documentId) => {
    const more = { operationName: 'A', variables: '{"first":1}' };
    expect((await get(documentId, more)).json()).toEqual(DATA);
  });

  test('executes a mutation by POST only', async () => {
    const variables = { input: { name: 'by id' } };
    expect((await get('CreateTag', { variables: JSON.stringify(variables) })).statusCode).toBe(405);
    expect(await api.db.tag.count()).toBe(0);
    expect((await post({ documentId: 'CreateTag', variables })).json().errors).toBeUndefined();
    expect(await api.db.tag.count({ where: { name: 'by id' } })).toBe(1);
    await api.db.tag.deleteMany();
  });

  test('executes a document in streams of server-sent events and over a WebSocket', async () => {
    const stream = await post(request, { accept: 'text/event-stream' });
    expect(stream.payload).toContain('"totalCount":0');
    const client = openSocket(await api.app.listen({ port: 0, host: '127.0.0.1' }), api.token);
    const reader = readOver(client, { ...request, query: '' } as Parameters<typeof readOver>[1]);
    await until(() => reader.isOver);
    expect([reader.codes, reader.results]).toEqual([[], [DATA]]);
    await client.dispose();
  });

  test("executes a document named as in Apollo's protocol", async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: id } };
    expect((await post({ extensions, operationName: 'A' })).json()).toEqual(DATA);
    const custom = { persistedQuery: { version: 1, sha256Hash: 'CreateTag' } };
    expect((await post({ extensions: custom, variables: {} })).json().errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  test('is known to another process at once, and unknown at once when it is removed', async () => {
    const added = newText();
    const ask = async () => (await post({ documentId: 'Elsewhere' }, {}, secondProcess.app)).json().data;
    expect(await ask()).toBeUndefined();
    await register({ Elsewhere: added });
    await until(async () => (await ask()) !== undefined);
    await run('remove', 'Elsewhere');
    await until(async () => (await ask()) === undefined);
  });

  test('is looked up in the database once', async () => {
    await post(request);
    await post({ documentId: 'unknown' });
    const statements = await api.statements(async () => {
      for (let count = 0; count < 3; count++) {
        await post(request);
        await post({ documentId: 'unknown' });
      }
    });
    expect(statements.filter((text) => text.includes('registered_documents'))).toEqual([]);
    expect(statements.length).toBeGreaterThan(0);
  });

  test.each([
    [{ documentId: 'unknown' }, 'PERSISTED_QUERY_NOT_FOUND', 'No document with the id unknown is registered.'],
    [{ documentId: `sha256:${hashOf('x')}` }, 'PERSISTED_QUERY_NOT_FOUND', 'is registered'],
    [{ documentId: 7 }, 'GRAPHQL_VALIDATION_FAILED', 'The documentId must be'],
    [{ documentId: '' }, 'GRAPHQL_VALIDATION_FAILED', 'The documentId must be'],
    [{ documentId: 'a\u0000b' }, 'GRAPHQL_VALIDATION_FAILED', 'The documentId must be'],
    [{ documentId: 'a'.repeat(256) }, 'GRAPHQL_VALIDATION_FAILED', 'The documentId must be'],
    [{ documentId: `md5:${'a'.repeat(32)}` }, 'GRAPHQL_VALIDATION_FAILED', 'The documentId must be'],
    [{ documentId: `sha256:${id.toUpperCase()}` }, 'GRAPHQL_VALIDATION_FAILED', 'The documentId must be'],
    [{ documentId: id, query: text }, 'GRAPHQL_VALIDATION_FAILED', 'Send either query or documentId'],
  ])('%j is refused with %s', async (body, code, message) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().errors).toEqual([
      { message: expect.stringContaining(message), extensions: expect.objectContaining({ code }) },
    ]);
    const modern = await post(body, { accept: 'application/graphql-response+json' });
    expect([modern.statusCode, modern.json()]).toEqual([400, answer.json()]);
  });

  test('needs a token', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload: JSON.stringify(request) });
    expect(answer.statusCode).toBe(401);
  });
});
