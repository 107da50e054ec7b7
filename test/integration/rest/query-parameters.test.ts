import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, openTestApp, type TestApp } from '../../support/app.ts';
import { allowedBy, type FieldSchema, forbiddenBy } from '../../support/arbitrary-values.ts';
import { asRoute, paths, resolved } from '../../support/described-fields.ts';
import { openExampleTeam, pathToRows } from '../../support/example-rows.ts';
import { signIn } from '../../support/members.ts';
import { forNoToken } from '../../support/operations.ts';

// The description of query parameters and the server are held against each other, as openapi-rules.test.ts does for bodies: a value
// that the description forbids is refused, and one that it allows is not malformed.

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: FieldSchema;
}

const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
    const inQuery = (parameters as Parameter[]).filter((one) => one.in === 'query');
    const isRead = method === 'get' || (method === 'delete' && !requestBody);
    return isRead && inQuery.length > 0 ? [{ method: method.toUpperCase(), path, parameters: inQuery }] : [];
  }),
);

/** Values that the server makes, or whose use depends on another one. */
const OPAQUE = new Set(['after']);

/** Text with a grammar that no schema expresses: a mailbox provider or domain, and a day or a moment. The server may refuse it. */
const GRAMMARS = /^GET (\/reputation provider|\/revenue (since|until|from|to))$/;

/** Values that depend on the present day. */
const RELATIVE = /\/(growth|reports) (since|until|from|to)$/;

/** In a query everything is text, and blank text is absent. */
const NOT_OF_QUERIES = new Set(['null', 'empty', 'too few']);

const schemaOf = ({ schema }: Parameter): FieldSchema => {
  const whole = resolved(schema) as FieldSchema;
  return whole.items ? { ...whole, items: resolved(whole.items) as FieldSchema } : whole;
};

const forbidden = (schema: FieldSchema, isRequired: boolean) =>
  forbiddenBy(schema, isRequired).filter(
    ([reason]) =>
      !NOT_OF_QUERIES.has(reason) &&
      !(reason === 'another type' && ['string', 'array'].includes(String([schema.type].flat()[0]))),
  );

const sampled = (schema: FieldSchema, count: number): unknown[] => {
  const values = allowedBy(schema);
  return values ? fc.sample(values, { numRuns: count, seed: 7 }) : [];
};

const FORMS = [
  'type',
  'format',
  'choice',
  'too_long',
  'too_short',
  'too_many',
  'too_few',
  'too_small',
  'too_large',
  'range',
];

test('all operations with query parameters are known', () => {
  expect(OPERATIONS.length).toBeGreaterThan(45);
});

test.each(OPERATIONS)('$method $path: the description of parameters and the server agree', async (operation) => {
  const { method, path, parameters } = operation;
  const api = await openExampleTeam(testApp);
  const byMember = forNoToken(`${method} ${asRoute(path)}`);
  const options: CallOptions = byMember ? (await signIn(api, 'owner', `${api.teamId}@staff.test`)).options : {};
  const required = parameters.filter((one) => one.required);
  const url = await pathToRows(api, path);
  const send = (name: string, value: unknown) => {
    const query = new URLSearchParams(required.map((one) => [one.name, String(sampled(schemaOf(one), 1)[0])]));
    query.set(name, String(value));
    return api.rest(method, `${url}?${query}`, undefined, options);
  };
  const disagreements: string[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    if (OPAQUE.has(name)) continue;
    const schema = schemaOf(parameter);
    for (const [reason, value] of forbidden(schema, parameter.required)) {
      const { status, body } = await send(name, value);
      const isRefused = status >= 400 && status < 500 && (status !== 422 || body.errors[name] !== undefined);
      if (!isRefused) disagreements.push(`takes ${name}: ${reason}, ${JSON.stringify(value).slice(0, 80)} (${status})`);
    }
    if (GRAMMARS.test(`${method} ${path} ${name}`) || RELATIVE.test(`${path} ${name}`)) continue;
    for (const value of sampled(schema, 3)) {
      const { status, headers, body } = await send(name, value);
      const codes = (headers['x-error-codes'] ?? '').split(', ').map((one) => one.split('='));
      const isForm = codes.some(([key = '', code = '']) => key.split('.')[0] === name && FORMS.includes(code));
      if (status === 422 && isForm)
        disagreements.push(`refuses ${name}: ${JSON.stringify(value).slice(0, 80)} (${JSON.stringify(body.errors)})`);
    }
  }
  expect(disagreements).toEqual([]);
});
