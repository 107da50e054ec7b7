import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { GraphQLEnumType } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';
import { asRoute } from '../support/described-fields.ts';
import { withWholeParameters } from '../support/whole-parameters.ts';

const description = withWholeParameters(openApiDocument(schema, routes));
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters: { name: string }[];
  responses: Record<string, object>;
};
const paths = description.paths as Record<string, Record<string, Operation>>;

test('a linter finds no error in the description', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'openapi-')), 'openapi.json');
  onTestFinished(() => rm(dirname(file), { recursive: true }));
  await writeFile(file, JSON.stringify(openApiDocument(schema, routes)));
  const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stderr } = await promisify(execFile)('npx', ['redocly', 'lint', file], { env: quiet });
  expect(stderr).toMatch(/is valid\.\s/);
  expect(stderr).not.toMatch(/You have \d+ warning/);
});

test('parameters and enumerations that several operations share are components', () => {
  const { parameters, schemas } = openApiDocument(schema, routes).components as Record<string, Record<string, object>>;
  expect(Object.keys(parameters!)).toEqual(
    expect.arrayContaining(['Page', 'PerPage', 'After', 'CampaignSort', 'ListId']),
  );
  expect(Object.keys(schemas!)).toEqual(expect.arrayContaining(['SubscriberStatus', 'CampaignStatus', 'BounceKind']));
  const whole = JSON.stringify(openApiDocument(schema, routes).paths);
  const inline = [...whole.matchAll(/\{"name":"\w+","in":"(?:path|query)".*?(?=\},\{|\}\])/g)].map(([text]) => text);
  expect(inline.filter((text, index) => inline.indexOf(text) !== index)).toEqual([]);
});

test('every route is described, and each operation has a unique name', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${asRoute(path)}`),
  );
  expect(new Set(described)).toEqual(new Set(routes.map(({ method, path }) => `${method} ${path}`)));
  const names = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(names).size).toBe(names.length);
});

test('an operation with alternative bodies names the deciding key', () => {
  expect(paths['/automations']?.post?.description).toContain(
    'With `ready_made`: Creates a draft from a ready-made automation',
  );
  expect(paths['/events']?.post?.description).toContain('With `events`: ');
});

test('every operation describes the answer without the database', () => {
  const silent = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some(({ responses }) => !responses[503]),
  );
  expect(silent).toEqual([]);
});

test('every operation has a description', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const silent = operations.filter(
    ({ description = '', summary }) => !/\.$/.test(description) || summary === description,
  );
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  const start = operations.find(({ operationId }) => operationId === 'importSubscribers');
  expect(start?.description).toContain('Imports a file of people into a list.');
});

test('a nested page is described by its owner, and parameters by their arguments', () => {
  expect(paths['/imports/{import_id}/errors']?.get?.description).toBe('The failed rows, in file order.');
  expect(paths['/campaigns/{campaign_id}']?.get?.description).toBe('A campaign by id.');
  expect(paths['/lists/{list_id}/subscribers']?.get?.parameters.find(({ name }) => name === 'search')).toEqual({
    ...{ name: 'search', in: 'query', required: false, schema: { type: 'string', maxLength: 255 } },
    description: 'Words in the e-mail address or the names.',
    example: 'ada',
  });
});

test('an Idempotency-Key is described where supported: not on exports, previews and suppression imports', () => {
  const writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .map(([method, operation]) => ({ name: `${method} ${path}`, text: JSON.stringify(operation) })),
  );
  const without = writes.filter(({ text }) => !text.includes('"Idempotency-Key"')).map(({ name }) => name);
  expect(without.sort()).toEqual([
    'post /lists/{list_id}/exports',
    'post /lists/{list_id}/imports/preview',
    'post /suppressions/imports',
  ]);
});

type Values = { enum: string[]; description: string };

test('an enumeration describes its values once, and the places with a value do not repeat it', () => {
  const { SubscriberImport, ImportStatus } = (description.components as { schemas: Record<string, object> })
    .schemas as {
    SubscriberImport: { properties: { status: { $ref: string; description?: string } } };
    ImportStatus: Values;
  };
  const values = (schema.getType('ImportStatus') as GraphQLEnumType).getValues();
  expect(SubscriberImport.properties.status.$ref).toBe('#/components/schemas/ImportStatus');
  expect(SubscriberImport.properties.status.description).not.toContain('cancelled');
  expect(ImportStatus.enum).toHaveLength(values.length);
  for (const { name, description: meaning } of values)
    expect(ImportStatus.description).toContain(`- \`${name.toLowerCase()}\`: ${meaning}`);
});

test('an enumeration whose values say themselves what they mean has no list of them', () => {
  const { Weekday } = (description.components as { schemas: { Weekday: Values } }).schemas;
  expect(Weekday.description).toBe('A day of the week.');
});

test('a description that lists values of an enumeration lists all of them', () => {
  const { schemas } = description.components as { schemas: Record<string, Partial<Values>> };
  const listing = Object.entries(schemas).filter(([, { description: words = '' }]) => words.includes('\n- `'));
  const incomplete = listing.flatMap(([name, { enum: values = [], description: words = '' }]) =>
    values.filter((value) => !words.includes(`\n- \`${value}\``)).map((value) => `${name}: ${value}`),
  );
  expect(listing.length).toBeGreaterThan(40);
  expect(incomplete).toEqual([]);
});

test('the introduction says that enumerations of responses are open', () => {
  expect((description.info as { description: string }).description).toContain(
    'A newer version may add values to every enumeration in responses',
  );
});

test('every schema is referred to', () => {
  const { schemas } = description.components as { schemas: Record<string, object> };
  const text = JSON.stringify(description);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  expect(unused).toEqual([]);
});

test('a body without required properties is optional and never null', () => {
  const refund = paths['/conversions/{conversion_id}/refund']?.post as unknown as { requestBody: object };
  expect(refund.requestBody).toMatchObject({
    required: false,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/RefundConversionInput' } } },
  });
});

test('arbitrary JSON is text in the query of an upload', () => {
  const { parameters } = paths['/lists/{list_id}/imports']!.post as unknown as {
    parameters: { name: string; schema: object }[];
  };
  expect(parameters.find(({ name }) => name === 'mapping')?.schema).toMatchObject({
    type: 'string',
    contentMediaType: 'application/json',
  });
});
