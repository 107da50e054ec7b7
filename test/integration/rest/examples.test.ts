import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { routes } from '../../../src/rest/v1/index.ts';
import { schema } from '../../../src/schema/index.ts';
import { type CallOptions, openTestApp, type TestApp } from '../../support/app.ts';
import { formOf } from '../../support/csv.ts';
import { asRoute } from '../../support/described-fields.ts';
import { makeRow, openExampleTeam, pathToRows } from '../../support/example-rows.ts';
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

/** An example of a form is an object with its fields. */
function sendable(type: string, body: unknown) {
  if (type !== 'multipart/form-data') return { headers: { 'content-type': type }, body };
  const { file, ...fields } = body as { file: string };
  const form = formOf(file, fields);
  return { headers: form.headers, body: form.body.toString() };
}

test.each(EXAMPLES)('$method $path: the example in $type works as is', async ({ method, path, type, body }) => {
  const url = await pathToRows(api, path);
  if (path.endsWith('/exports')) {
    const headers = { authorization: `Bearer ${api.token}` };
    const file = await api.app.inject({ method: 'POST', url: `/v1${url}`, headers, payload: body as object });
    return expect([file.statusCode, file.payload]).toEqual([200, expect.stringMatching(/^\ufeffemail,first_name/)]);
  }
  if (path.endsWith('/resend-to')) await api.db.campaign.updateMany({ data: { status: 'sent' } });
  const byMember = forNoToken(`${method} ${asRoute(path)}`);
  const options: CallOptions = byMember ? (await signIn(api, 'owner', `${api.teamId}@staff.test`)).options : {};
  const sent = sendable(type, body);
  const answer = await api.rest(method, url, sent.body, {
    ...options,
    headers: { ...options.headers, ...sent.headers },
  });
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

/** Examples that need a state of their own: a file, a campaign that was sent, one with a running A/B test, and an active automation. */
const OF_A_STATE = /\/(exports|resend-to|pick|enter)$/;

test('the examples work one after another in the order of the description', async () => {
  const rows = new Map<string, string>();
  const refused: string[] = [];
  for (const { method, path, type, body } of EXAMPLES) {
    if (OF_A_STATE.test(path) || forNoToken(`${method} ${asRoute(path)}`)) continue;
    for (const [, name = ''] of path.matchAll(/\{(\w+?)(?:_id)?\}/g))
      if (!rows.has(name)) rows.set(name, await makeRow(api, name));
    const url = path.replace(/\{(\w+?)(?:_id)?\}/g, (_, name: string) => rows.get(name) as string);
    const sent = sendable(type, body);
    const answer = await api.rest(method, url, sent.body, { headers: sent.headers });
    if (answer.status >= 300) refused.push(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    const [, created] =
      /\/\{(\w+)_id\}/.exec(Object.keys(paths).find((one) => one.startsWith(`${path}/{`)) ?? '') ?? [];
    if (created && answer.body?.data?.id && !rows.has(created)) rows.set(created, answer.body.data.id);
  }
  expect(refused).toEqual([]);
});
