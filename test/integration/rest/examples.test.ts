import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { routes } from '../../../src/rest/v1/index.ts';
import { schema } from '../../../src/schema/index.ts';
import { type CallOptions, openTestApp, type TestApp } from '../../support/app.ts';
import { openExampleTeam, pathToRows } from '../../support/example-rows.ts';
import { signIn } from '../../support/members.ts';
import { forNoToken } from '../../support/operations.ts';

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

let testApp: TestApp;
let api: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openExampleTeam(testApp);
});

test.each(EXAMPLES)('$method $path: the example in $type works as is', async ({ method, path, type, body }) => {
  const url = await pathToRows(api, path);
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

test('every operation with a JSON body has an example', () => {
  const without = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) => {
      const json = requestBody?.content['application/json'];
      return json && !json.example && !json.examples ? [operationId] : [];
    }),
  );
  expect(without).toEqual([]);
  expect(EXAMPLES.length).toBeGreaterThan(25);
});
