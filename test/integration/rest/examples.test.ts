import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { EXAMPLE_ID } from '../../../src/rest/openapi/examples.ts';
import { routes } from '../../../src/rest/v1/index.ts';
import { schema } from '../../../src/schema/index.ts';
import { type CallOptions, openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { subscribe } from '../../support/audience.ts';
import { signIn } from '../../support/members.ts';
import { forNoToken } from '../../support/operations.ts';
import { png } from '../../support/pictures.ts';
import { upload } from '../../support/upload.ts';

interface Content {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Content> };
}

const { paths } = JSON.parse(JSON.stringify(openApiDocument(schema, routes))) as {
  paths: Record<string, Record<string, Operation>>;
};

const EXAMPLES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    Object.entries(requestBody?.content ?? {}).flatMap(([type, { example, examples = {} }]) =>
      [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)].map(
        (body) => ({
          ...{ method: method.toUpperCase(), path, type, body },
        }),
      ),
    ),
  ),
);

let house: TestApp;
let api: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());
beforeEach(async () => {
  api = await openTeam(house);
  const list = { name: 'News', fromEmail: 'hello@shop.example', locale: 'en', requiresConfirmation: false };
  await api.db.list.create({ data: { ...list, teamId: api.teamId, id: EXAMPLE_ID } });
  await make('/conversions', { ...SALE, reference: 'order-1001' });
  await make('/templates', { name: 'Thanks', editor: 'html', subject: 'Thank you', content: 'Hello {{ name }}' });
});

const SALE = { email: 'ann@people.test', value: 1250, currency: 'EUR', reference: 'order-1000' };

const make = async (path: string, body: object): Promise<string> => {
  const answer = await api.rest('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};

/** Makes what a name in a path stands for; gives its id. */
const ROWS: Record<string, (path: string) => Promise<string> | string> = {
  list: () => EXAMPLE_ID,
  subscriber: async () => (await subscribe(api, EXAMPLE_ID, [{ email: 'ann@people.test', tags: ['vip'] }])).data[0].id,
  key: async () => (await api.rest('POST', '/fields', { key: 'size', type: 'number' })).body.data.key,
  tag: async (path) => {
    if (path.endsWith('/merge')) await make('/tags', { name: 'regular' });
    return make('/tags', { name: 'old' });
  },
  segment: () => {
    const rules = [{ type: 'language', operator: 'equals', value: 'en' }];
    return make(`/lists/${EXAMPLE_ID}/segments`, { name: 'English', conditions: { operator: 'and', rules } });
  },
  template: () => make('/templates', { name: 'Other', editor: 'html', subject: 'Hello', content: 'Hello {{ name }}' }),
  media: async () => (await upload(api, png(5, 5))).body.data.id,
  campaign: async (path) => {
    const campaign = { name: 'Sale', list: EXAMPLE_ID, template: 'Thanks' };
    if (!path.endsWith('/pick')) return make('/campaigns', campaign);
    const variants = [{ name: 'A' }, { name: 'B', subject: 'B' }];
    const id = await make('/campaigns', { ...campaign, test: { variants, sample_percent: 10, by: 'manual' } });
    expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
    return id;
  },
  automation: async () => {
    const id = await make('/automations', {
      name: 'Cart',
      trigger: { type: 'api' },
      steps: [{ type: 'wait', for: 'P1D' }],
    });
    expect((await api.rest('POST', `/automations/${id}/activate`)).status).toBe(200);
    return id;
  },
  form: () => make('/forms', { list: EXAMPLE_ID, name: 'Footer' }),
  transport: () => make('/transports', { name: 'Slow', host: 'smtp.other.example' }),
  webhook: () => make('/webhooks', { url: 'https://hooks.shop.test/', kinds: ['*'] }),
  source: () => make('/feedback-sources', { provider: 'generic' }),
  conversion: () => make('/conversions', SALE),
  member: async () => (await signIn(api, 'editor', `editor${api.teamId}@staff.test`)).memberId,
  token: () => make('/tokens', { name: 'Old', ability: 'read' }),
};

test.each(EXAMPLES)('$method $path: the example in $type works as it is', async ({ method, path, type, body }) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  let url = path;
  for (const name of names)
    url = url.replace(`{${name}}`, await (ROWS[name] ?? expect.fail(`No ${name} is made: add it to ROWS.`))(path));
  if (path.endsWith('/exports')) {
    const headers = { authorization: `Bearer ${api.token}` };
    const file = await api.app.inject({ method: 'POST', url: `/v1${url}`, headers, payload: body as object });
    return expect([file.statusCode, file.payload]).toEqual([200, expect.stringMatching(/^\ufeffemail,first_name/)]);
  }
  if (path.endsWith('/resend-to')) await api.db.campaign.updateMany({ data: { status: 'sent' } });
  const byMember = forNoToken(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
  const options: CallOptions = byMember ? (await signIn(api, 'owner', `${api.teamId}@staff.test`)).options : {};
  const headers = { ...options.headers, 'content-type': type };
  const answer = await api.rest(method, url, body, { ...options, headers });
  expect([answer.status < 300, answer.body?.errors]).toEqual([true, undefined]);
});

test('every operation that takes a body in JSON has an example of it', () => {
  const without = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) => {
      const json = requestBody?.content['application/json'];
      return json && !json.example && !json.examples ? [operationId] : [];
    }),
  );
  expect(without).toEqual([]);
  expect(EXAMPLES.length).toBeGreaterThan(25);
});
