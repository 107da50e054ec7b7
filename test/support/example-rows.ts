import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { operationOf, rootFieldOf } from '../../src/rest/document-parts.ts';
import { EXAMPLE_ID } from '../../src/rest/openapi/example-ids.ts';
import { pathName, templated } from '../../src/rest/openapi/path-names.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';
import { openTeam, type TestApp } from './app.ts';
import { subscribe } from './audience.ts';
import { sendCsv } from './csv.ts';
import { paths } from './described-fields.ts';
import { signIn } from './members.ts';
import { png } from './pictures.ts';
import { upload } from './upload.ts';

/** Opens a team with the objects that the examples of the OpenAPI description name. */
export async function openExampleTeam(testApp: TestApp): Promise<TestApp> {
  const api = await openTeam(testApp);
  await makeExampleObjects(api);
  return api;
}

/** Creates the objects that the examples of the OpenAPI description name. */
export async function makeExampleObjects(api: TestApp): Promise<void> {
  const list = { name: 'News', fromEmail: 'hello@shop.example', locale: 'en', requiresConfirmation: false };
  await api.db.list.create({ data: { ...list, teamId: api.teamId, id: EXAMPLE_ID } });
  await make(api, '/conversions', { ...SALE, reference: 'order-1001' });
  await make(api, '/templates', { name: 'Thanks', editor: 'html', subject: 'Thank you', content: 'Hello {{ name }}' });
}

/** A path of the OpenAPI description with the ids of newly created rows. */
export async function pathToRows(api: TestApp, path: string): Promise<string> {
  let url = path;
  for (const [variable, name = ''] of path.matchAll(/\{(\w+?)(?:_id)?\}/g))
    url = url.replace(variable, await makeRow(api, name, path));
  return url;
}

/** Whether a row can be created for this name in a path. */
export const canMakeRow = (name: string): boolean => name in ROWS || collectionOf(name) !== undefined;

/** Creates a row for a name in a path: by ROWS, or else by the example of its collection. Returns its id. */
export async function makeRow(api: TestApp, name: string, path = ''): Promise<string> {
  const make = ROWS[name];
  if (make) return make(api, path);
  const collection = collectionOf(name) ?? expect.fail(`No POST creates a ${name}: add it to ROWS (example-rows.ts).`);
  const answer = await api.rest('POST', await pathToRows(api, collection), exampleAt(collection));
  expect([collection, answer.status, answer.body?.errors]).toEqual([
    collection,
    expect.toSatisfy(isSuccess),
    undefined,
  ]);
  return answer.body.data.id;
}

/** The ids of newly created rows by the names of their types: one of each type that a route reads by its id alone. */
export async function makeRowOfEachType(api: TestApp): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const route of routes) {
    const [, name] = /^GET \/[^:]+\/:(\w+)$/.exec(`${route.method} ${route.path}`) ?? [];
    if (!name || !canMakeRow(name)) continue;
    const path = await pathToRows(api, templated(route.path));
    const { id } = (await api.rest('GET', path)).body.data;
    if (id !== undefined) ids[typeOf(route).name] = id;
  }
  return ids;
}

/** The type that a route reads. */
function typeOf({ document, path }: Route): GraphQLObjectType {
  const operation = operationOf(document);
  const field = schema.getRootType(operation.operation)?.getFields()[rootFieldOf(operation).name.value];
  const type = field && getNamedType(field.type);
  return isObjectType(type) ? type : expect.fail(`GET ${path} reads no object.`);
}

const isSuccess = (status: number): boolean => status < 300;

/** The only body of the example for a path, or the first of several by name. */
function exampleAt(path: string): object | undefined {
  const { example, examples = {} } = paths[path]?.post?.requestBody?.content['application/json'] ?? {};
  return (example ?? Object.values(examples)[0]?.value) as object | undefined;
}

/** The path whose POST creates rows for a name in a path: `/tags` for `/tags/{tag}`, or one that ends like it. */
function collectionOf(name: string): string | undefined {
  const suffix = `/{${pathName(name)}}`;
  const of = Object.keys(paths).flatMap((path) => (path.endsWith(suffix) ? [path.slice(0, -suffix.length)] : []));
  const creating = Object.keys(paths).filter(exampleAt);
  return (
    creating.find((path) => of.includes(path)) ??
    creating.find((path) => of.some((one) => path.endsWith(one.slice(one.lastIndexOf('/')))))
  );
}

const SALE = { email: 'ann@people.test', value: 1250, currency: 'EUR', reference: 'order-1000' };

const make = async (api: TestApp, path: string, body: object): Promise<string> => {
  const answer = await api.rest('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};

/** How rows are created that the example of their collection does not create, or not ready for all operations. */
const ROWS: Record<string, (api: TestApp, path: string) => Promise<string> | string> = {
  list: () => EXAMPLE_ID,
  subscriber: async (api) =>
    (await subscribe(api, EXAMPLE_ID, [{ email: 'ann@people.test', tags: ['vip'] }])).data[0].id,
  key: async (api) => (await api.rest('POST', '/fields', { key: 'size', type: 'number' })).body.data.key,
  tag: async (api, path) => {
    if (path.endsWith('/merge')) await make(api, '/tags', { name: 'vip' });
    return make(api, '/tags', { name: 'old' });
  },
  media: async (api) => (await upload(api, png(5, 5))).body.data.id,
  campaign: async (api, path) => {
    const campaign = { name: 'Sale', list: EXAMPLE_ID, template: 'Thanks' };
    if (!path.endsWith('/pick')) return make(api, '/campaigns', campaign);
    const variants = [{ name: 'A' }, { name: 'B', subject: 'B' }];
    const id = await make(api, '/campaigns', { ...campaign, test: { variants, sample_percent: 10, by: 'manual' } });
    expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
    return id;
  },
  automation: async (api) => {
    const id = await make(api, '/automations', {
      name: 'Cart',
      trigger: { type: 'api' },
      steps: [{ type: 'wait', for: 'P1D' }],
    });
    expect((await api.rest('POST', `/automations/${id}/activate`)).status).toBe(200);
    return id;
  },
  import: async (api) => (await sendCsv(api, EXAMPLE_ID, 'email\nann@people.test\n')).body.data.id,
  conversion: (api) => make(api, '/conversions', SALE),
  event: (api) => make(api, '/events', { email: 'ann@people.test', name: 'visit' }),
  member: async (api) => (await signIn(api, 'editor', `editor${api.teamId}@staff.test`)).memberId,
};
