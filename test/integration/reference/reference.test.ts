import { gunzipSync } from 'node:zlib';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { type ReferencePage, readable, readReference } from '../../support/reference-pages.ts';
import { withWholeParameters } from '../../support/whole-parameters.ts';

const PUBLIC_URL = 'https://mail.shop.example/tidings';
const BASE = '/tidings';

let api: TestApp;
let pages: Map<string, ReferencePage>;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: PUBLIC_URL });
  pages = await readReference(api, BASE);
});
afterAll(() => api.close());

const pageAt = (path: string): ReferencePage => pages.get(path) ?? expect.fail(`${path} is not linked`);
/** What the reference shows about one operation or member: the text from its id to the next one. */
const sectionOf = ({ text }: ReferencePage, id: string): string =>
  readable(text.split(` id="${id}">`)[1]?.split(/<h2|<dt id=/)[0] ?? '');

interface Operation {
  operationId: string;
  summary: string;
  tags: [string];
  parameters?: { name: string }[];
  responses: Record<string, object>;
}
const openApi = async () => withWholeParameters((await api.app.inject('/openapi.json')).json());
const operationsIn = ({ paths }: { paths: Record<string, Record<string, Operation>> }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );

describe('the reference', () => {
  test('has every REST operation on the page of its tag, with its parameters and responses', async () => {
    const operations = operationsIn(await openApi());
    expect(operations.length).toBeGreaterThan(200);
    for (const { operationId, path, method, summary, tags, parameters = [], responses } of operations) {
      const shown = sectionOf(pageAt(`/reference/rest/${tags[0]}`), operationId);
      for (const text of [`${method} ${path}`, summary])
        expect([operationId, shown]).toEqual([operationId, expect.stringContaining(text)]);
      for (const { name } of parameters)
        expect([operationId, shown]).toEqual([operationId, expect.stringContaining(name)]);
      for (const status of Object.keys(responses))
        expect([operationId, shown]).toEqual([operationId, expect.stringContaining(status)]);
      expect(readable(pageAt('/reference').text)).toContain(`${method} ${path}`);
    }
  });

  test('has every kind of webhook, and the headers of notifications', async () => {
    const { webhooks } = await openApi();
    const { ids, text } = pageAt('/reference/webhooks');
    for (const [kind, { post }] of Object.entries<{ post: Operation }>(webhooks)) {
      expect(ids).toContain(post.operationId);
      expect(text).toContain(kind);
    }
    for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(text).toContain(`<code>${header}</code>`);
  });

  test('has a page for every type of the schema, with its fields, arguments and values', async () => {
    const schema = buildSchema((await api.app.inject('/schema.graphql')).payload);
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    expect(types.length).toBeGreaterThan(500);
    for (const type of types) {
      const { ids } = pageAt(`/reference/graphql/${type.name}`);
      const members = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
      if (isInputObjectType(type)) members.push(...Object.keys(type.getFields()));
      if (isObjectType(type) || isInterfaceType(type)) {
        for (const { name, args } of Object.values(type.getFields())) {
          members.push(name, ...args.map((argument) => `${name}.${argument.name}`));
        }
      }
      expect([type.name, members.filter((id) => !ids.includes(id))]).toEqual([type.name, []]);
    }
  });

  test('links only to pages and places that exist, and its ids are unique', async () => {
    const elsewhere = new Set<string>();
    for (const [path, { ids, links }] of pages) {
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
      for (const link of links) {
        const [page = '', anchor] = link.split('#');
        if (page !== '' && !page.startsWith(`${BASE}/reference`)) elsewhere.add(page);
        else if (anchor) {
          const target = page === '' ? ids : pageAt(page.slice(BASE.length)).ids;
          expect([path, link, target.includes(anchor)]).toEqual([path, link, true]);
        }
      }
    }
    for (const link of elsewhere) {
      if (/^https?:/.test(link)) continue; // sources of scalars
      expect(link.startsWith(`${BASE}/`)).toBe(true);
      const { statusCode } = await api.app.inject(link.slice(BASE.length));
      expect([link, [200, 303].includes(statusCode)]).toEqual([link, true]);
    }
  });

  test('loads nothing from other hosts, and has no script of its own in a page', async () => {
    const loads = new Set([...pages.values()].flatMap((page) => page.loads));
    expect([...loads]).toEqual([`${BASE}/reference/filter.js`]);
    const script = await api.app.inject('/reference/filter.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.payload).not.toMatch(/https?:|fetch|XMLHttpRequest|innerHTML/);
    for (const { text } of pages.values()) {
      expect(text).not.toMatch(/<script(?![^>]* src=)| on\w+="| style="/);
    }
    const { headers } = await api.app.inject('/reference/rest/lists');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self';/,
    );
  });

  test('has the limits by which the server judges input, in REST and in GraphQL', async () => {
    const inRest = sectionOf(pageAt('/reference/rest/lists'), 'createList');
    expect(inRest).toMatch(
      /name string required\s+Shown to subscribers, for example on public pages\.\s+1 to 255 characters\./,
    );
    const input = pageAt('/reference/graphql/CreateListInput');
    expect(sectionOf(input, 'name')).toMatch(/^name: String!\s+Shown to subscribers.*\s+1 to 255 characters\./);
    const argument = sectionOf(pageAt('/reference/graphql/Query'), 'lists.search');
    expect(argument).toMatch(/^search: String\s+.*\s+At most 255 characters\./);
  });

  test('shows both APIs where each does the same', async () => {
    const { text } = pageAt('/reference/rest/lists');
    expect(text).toContain(`<a href="${BASE}/reference/graphql/Mutation#createList">createList</a>`);
    const mutation = pageAt('/reference/graphql/Mutation').text;
    expect(mutation).toContain(`<a href="${BASE}/reference/rest/lists#createList">POST /lists</a>`);
    // The result of a query may be a field of an object that the query only leads to.
    const field = sectionOf(pageAt('/reference/graphql/Person'), 'subscriptions');
    expect(field).toContain('In REST: GET /subscribers');
  });
});

test.each([
  ...['/reference', '/reference/webhooks', '/reference/rest/campaigns', '/reference/graphql/Query'],
  '/reference/filter.js',
])('%s needs no token, is compressed, and is sent again only if it has changed', async (url) => {
  const answer = await api.app.inject(url);
  expect(answer.headers['content-type']).toBe(`text/${url.endsWith('.js') ? 'javascript' : 'html'}; charset=utf-8`);
  const packed = await api.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(answer.payload);
  const etag = String(answer.headers.etag);
  const known = await api.app.inject({ url, headers: { 'if-none-match': etag } });
  expect([known.statusCode, known.payload]).toEqual([304, '']);
  const other = await api.app.inject({ url, headers: { 'if-none-match': '"other"' } });
  expect(other.statusCode).toBe(200);
});

test.each([
  ...['/reference/', '/reference/rest', '/reference/graphql', '/reference/graphql/', '/reference/rest/lists/more'],
  ...['/reference/rest/List', '/reference/rest/constructor', '/reference/rest/__proto__', '/reference/rest/%3Cb%3E'],
  ...['/reference/graphql/lists', '/reference/graphql/__proto__', '/reference/graphql/__Schema'],
  ...['/reference/graphql/toString', '/reference/graphql/%3Cscript%3E', `/reference/graphql/${'a'.repeat(500)}`],
  ...['/reference/rest/..%2f..%2fetc%2fpasswd', '/reference/rest/lists%00', '/reference/graphql/%22%27'],
])('%s is a 404 page that does not repeat the name', async (url) => {
  const answer = await api.app.inject(url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.payload).toContain('<h1>Page not found</h1>');
  expect(answer.payload).not.toMatch(/<b>|<script|passwd|aaaa/);
});

test.each([{ introspection: false }, { trustedDocumentsOnly: true }])(
  'an installation with %j has no reference, and does not link to it',
  async (config) => {
    const closed = await openTestApp(config);
    for (const path of ['/reference', '/reference/rest/lists', '/reference/graphql/List', '/reference/filter.js']) {
      expect([path, (await closed.app.inject(path)).statusCode]).toEqual([path, 404]);
    }
    expect((await closed.app.inject('/')).payload).not.toContain('"reference"');
    await closed.close();
  },
);
