import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, openTestApp, type TestApp } from '../../support/app.ts';
import { asRoute, optionalFields, paths } from '../../support/described-fields.ts';
import { openExampleTeam, pathToRows } from '../../support/example-rows.ts';
import { signIn } from '../../support/members.ts';
import { forNoToken } from '../../support/operations.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

/** As specified, blank text is an invalid value there. */
const EXACT = ['POST /events'];

const BODIES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const json = requestBody?.content['application/json'];
    if (!json || EXACT.includes(`${method.toUpperCase()} ${path}`)) return [];
    const { example, examples = {} } = json;
    const bodies = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    return bodies.flatMap((body) => {
      const fields = optionalFields(json.schema, body);
      return fields.length > 0 ? [{ method: method.toUpperCase(), path, body, fields }] : [];
    });
  }),
);

const withValue = (body: unknown, [key, ...rest]: string[], value: unknown): object => ({
  ...(body as object),
  [key!]: rest.length > 0 ? withValue((body as Record<string, unknown>)[key!], rest, value) : value,
});

test.each(BODIES)('$method $path: each optional field may be blank', async ({ method, path, body, fields }) => {
  const api = await openExampleTeam(testApp);
  const url = await pathToRows(api, path);
  const byMember = forNoToken(`${method} ${asRoute(path)}`);
  const options: CallOptions = byMember ? (await signIn(api, 'owner', `${api.teamId}@staff.test`)).options : {};
  const complaints = async (field: string[], value: unknown): Promise<string[]> => {
    const answer = await api.rest(method, url, withValue(body, field, value), options);
    const errors = Object.entries((answer.body?.errors ?? {}) as Record<string, string[]>);
    return errors.filter(([key]) => key.startsWith(field.join('.'))).map(([key, [message]]) => `${key}: ${message}`);
  };
  const refused: string[] = [];
  for (const field of fields) {
    for (const blank of ['', ' \t']) {
      const found = await complaints(field, blank);
      if (found.length === 0) continue;
      // Fields that cannot be cleared, such as a name, or that another field requires, treat blank as missing.
      const isNeeded = (await complaints(field, null)).length > 0 || (await complaints(field, undefined)).length > 0;
      if (!isNeeded) refused.push(...found);
    }
  }
  expect([...new Set(refused)]).toEqual([]);
});

/** They must be numbers. */
const COUNTED = ['page', 'per_page'];

const LISTS = Object.entries(paths).flatMap(([path, { get }]) => {
  const names = (get?.parameters ?? [])
    .filter((one) => one.in === 'query' && !one.required && !COUNTED.includes(one.name))
    .map(({ name }) => name);
  return get && names.length > 0 ? [{ path, names, required: get.parameters!.filter((one) => one.required) }] : [];
});

/** Bounds of lists that grow by these calls. */
const BOUNDED: Readonly<Record<string, string>> = { '/request-log': 'failed=true' };

test.each(LISTS)('GET $path: a blank parameter counts as absent', async ({ path, names, required }) => {
  const api = await openExampleTeam(testApp);
  const url = await pathToRows(api, path);
  const given = required.filter((one) => one.in === 'query').map(({ name }) => `${name}=ann@people.test`);
  const bound = BOUNDED[path] ?? '';
  const ask = (...more: string[]) => api.rest('GET', `${url}?${[...given, bound, ...more].join('&')}`);
  const plain = await ask();
  for (const name of names.filter((one) => !bound.startsWith(`${one}=`))) {
    for (const blank of [`${name}=`, `${name}=%20`]) {
      const { status, body } = await ask(blank);
      expect([blank, status, body.errors, body.data]).toEqual([
        blank,
        plain.status,
        plain.body.errors,
        plain.body.data,
      ]);
    }
  }
});
