import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildSchema, isAbstractType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutRoot } from '../../../src/database/home.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

const FILES = ['/schema.graphql', '/scalars.json', '/possible-types.json', '/types-without-id.json', '/llms.txt'];
const contract = readFileSync(join(checkoutRoot(), 'schema.graphql'), 'utf8');
const schema = buildSchema(contract);
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

test.each(FILES)('%s needs no token, is compressed, and is sent again only if it has changed', async (path) => {
  const answer = await get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe(
    path.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
  );
  expect(answer.payload.length).toBeGreaterThan(50);
  const packed = await get(path, { 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe(answer.payload);
  const etag = String(answer.headers.etag);
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  const known = await get(path, { 'if-none-match': etag });
  expect([known.statusCode, known.payload]).toEqual([304, '']);
  expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('the schema and the scalars are those of the repository', async () => {
  expect((await get('/schema.graphql')).payload).toBe(contract);
  const scalars = (await get('/scalars.json')).payload;
  expect(scalars).toBe(readFileSync(join(checkoutRoot(), 'scalars.json'), 'utf8'));
  expect(JSON.parse(scalars)).toMatchObject({ ID: 'string', DateTime: 'string', SafeInt: 'number' });
});

test('the possible types contain every interface and union', async () => {
  const possible = (await get('/possible-types.json')).json();
  const abstract = types.filter(isAbstractType);
  expect(Object.keys(possible).sort()).toEqual(abstract.map(({ name }) => name).sort());
  for (const type of abstract) {
    expect(possible[type.name]).toEqual(
      schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .sort(),
    );
  }
});

test('the types without id are all objects that a cache cannot identify', async () => {
  const without: string[] = (await get('/types-without-id.json')).json();
  const roots = ['Query', 'Mutation', 'Subscription'];
  for (const type of types.filter(isObjectType)) {
    const hasKey = roots.includes(type.name) || 'id' in type.getFields();
    expect([type.name, without.includes(type.name)]).toEqual([type.name, !hasKey]);
  }
});

test('llms.txt names every operation, and files that are served', async () => {
  const text = (await get('/llms.txt')).payload;
  const operations = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of operations) {
    for (const name of Object.keys(type!.getFields())) expect(text).toMatch(new RegExp(`^- ${name}(:|$)`, 'm'));
  }
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => `/${link}`);
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect([link, (await get(link)).statusCode]).toEqual([link, 200]);
});

test.each([{ introspection: false }, { trustedDocumentsOnly: true }])(
  'an installation with %j does not serve them',
  async (config) => {
    const closed = await openTestApp(config);
    for (const path of FILES) expect([path, (await closed.app.inject(path)).statusCode]).toEqual([path, 404]);
    await closed.close();
  },
);
