import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, openTestApp, type TestApp } from '../../support/app.ts';
import { allowedBy, type FieldSchema, forbiddenBy } from '../../support/arbitrary-values.ts';
import { asRoute, type Described, paths, resolved } from '../../support/described-fields.ts';
import { openExampleTeam, pathToRows } from '../../support/example-rows.ts';
import { signIn } from '../../support/members.ts';
import { forNoToken } from '../../support/operations.ts';

// The OpenAPI description and the server are held against each other: what it forbids, the server refuses; what it allows, the
// server does not refuse for its form. Each call changes one field of the example.

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

interface Field {
  path: (string | number)[];
  schema: FieldSchema;
  isRequired: boolean;
}

/** Rows of these bodies fail one by one, so their fields are not refused with a 422. */
const ROWS = ['POST /lists/{list_id}/subscribers/batch'];

/** Rows of a batch have the same component, and ignore unknown keys. */
const SHARED_WITH_ROWS = ['POST /lists/{list_id}/subscribers'];

/** Text with a grammar that no schema expresses: the server may refuse it. */
const GRAMMARS =
  /(^|\.)(locale|timezone|host|ehlo_name|hosts|ca|fingerprint|selector|private_key|secret|rule|start|at|url|redirect_url|feed_url|content|html|text|subject|from|to|cc|bcc|reply_to|decide_after|key|at_step|field|filename|domain|trigger|steps|not_within|ready_made|conditions)$/;

/** Values that depend on the clock, or on another value: a time that must be in the future, the currency of a sale. */
const RELATIVE =
  /(^|\.)(send_at|warm_up_started_on|paused_until|expires_at|until)$|^PATCH \/conversions.* currency$|\/refund value$|\/pick variant$/;

/** The fields of a body, and those inside of objects that the example has. */
function fieldsOf(body: Described, example: unknown, above: (string | number)[] = []): Field[] {
  const { properties = {}, required = [] } = resolved(body);
  return Object.entries(properties).flatMap(([key, property]): Field[] => {
    const schema = property.anyOf ? { ...resolved(property), anyOf: property.anyOf } : resolved(property);
    const path = [...above, key];
    const inside = (example as Record<string, unknown> | undefined)?.[key];
    const field = { path, schema: schema as FieldSchema, isRequired: required.includes(key) };
    return [field, ...fieldsInside(schema as FieldSchema, inside, path)];
  });
}

function fieldsInside(schema: FieldSchema, inside: unknown, path: (string | number)[]): Field[] {
  if (typeof inside !== 'object' || inside === null) return [];
  if (!Array.isArray(inside)) return fieldsOf(schema, inside, path);
  return schema.items && typeof inside[0] === 'object' ? fieldsOf(schema.items, inside[0], [...path, 0]) : [];
}

/** The objects of a body and its example, each with what it says of unknown keys. Values under any key have none. */
function objectsOf(body: Described, example: unknown, path: (string | number)[] = []): ObjectAt[] {
  const schema = resolved(body);
  if (Array.isArray(example)) return schema.items ? objectsOf(schema.items, example[0], [...path, 0]) : [];
  if (typeof example !== 'object' || example === null || !schema.properties) return [];
  const inside = Object.entries(example).flatMap(([key, value]) => {
    const property = schema.properties?.[key];
    return property ? objectsOf(property, value, [...path, key]) : [];
  });
  return [{ path, isClosed: schema.additionalProperties === false }, ...inside];
}

interface ObjectAt {
  path: (string | number)[];
  isClosed: boolean;
}

const BODIES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const json = requestBody?.content['application/json'];
    if (!json || path.endsWith('/exports')) return [];
    const { schema, example, examples = {} } = json;
    const choices = schema.anyOf ?? [schema];
    const bodies = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
    return bodies.map((body, index) => {
      const name = `${method.toUpperCase()} ${path}`;
      const all = fieldsOf(choices[index] ?? schema, body);
      const fields = ROWS.includes(name) ? all.filter((field) => field.path.length === 1) : all;
      const objects = objectsOf(choices[index] ?? schema, body).filter(
        ({ path }) => path.length === 0 || !ROWS.includes(name),
      );
      return { method: method.toUpperCase(), path, body: body as object, fields, objects };
    });
  }),
);

const withValue = (body: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.map((item, index) => (index === key ? withValue(item, rest, value) : item));
  return { ...(body as object), [key]: withValue((body as Record<string, unknown> | undefined)?.[key], rest, value) };
};

/** Codes of issues about the form of a value. Others are about objects, states and other fields. */
const OF_FORM = ['type', 'format', 'too_long', 'too_short', 'too_many', 'too_few', 'too_small', 'too_large', 'range'];

test.each(BODIES)(
  '$method $path: the description and the server agree',
  async ({ method, path, body, fields, objects }) => {
    const api = await openExampleTeam(testApp);
    const byMember = forNoToken(`${method} ${asRoute(path)}`);
    const options: CallOptions = byMember ? (await signIn(api, 'owner', `${api.teamId}@staff.test`)).options : {};
    const url = await pathToRows(api, path);
    const send = (field: Field, value: unknown) => api.rest(method, url, withValue(body, field.path, value), options);
    const disagreements: string[] = [];

    for (const field of fields) {
      const name = field.path.join('.');
      for (const [reason, value] of forbiddenBy(field.schema, field.isRequired)) {
        const { status, body: answer } = await send(field, value);
        const isRefused = status === 422 && Object.keys(answer.errors).some((key) => key.startsWith(name));
        if (!isRefused) disagreements.push(`takes ${name}: ${reason} (${status} ${JSON.stringify(answer?.errors)})`);
      }
    }
    for (const field of fields) {
      const name = field.path.join('.');
      if (GRAMMARS.test(name) || RELATIVE.test(name) || RELATIVE.test(`${method} ${path} ${name}`)) continue;
      const values = allowedBy(field.schema);
      if (!values) continue;
      for (const value of fc.sample(values, { numRuns: 3, seed: 7 })) {
        const { status, headers, body: answer } = await send(field, value);
        const codes = (headers['x-error-codes'] ?? '').split(', ').map((one) => one.split('='));
        const isForm = codes.some(([key = '', code = '']) => key.startsWith(name) && OF_FORM.includes(code));
        if (status === 422 && isForm)
          disagreements.push(`refuses ${name}: ${JSON.stringify(value)} (${JSON.stringify(answer.errors)})`);
      }
    }
    for (const { path: at, isClosed } of SHARED_WITH_ROWS.includes(`${method} ${path}`) ? [] : objects) {
      const { status, body: answer } = await api.rest(method, url, withValue(body, [...at, 'zzzz'], 1), options);
      const isRefused = status === 422 && Object.keys(answer.errors).some((key) => key.endsWith('zzzz'));
      if (isRefused !== isClosed) disagreements.push(`${isRefused ? 'refuses' : 'takes'} ${at.join('.')} zzzz`);
    }
    expect(disagreements).toEqual([]);
  },
);
