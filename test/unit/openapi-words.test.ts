import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));

/** All descriptions inside, with their places. */
function descriptionsIn(part: unknown, at = ''): [at: string, text: string][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]): [string, string][] => {
    if (key === 'example' || key === 'examples') return [];
    const place = `${at}/${key}`;
    return key === 'description' && typeof value === 'string' ? [[place, value]] : descriptionsIn(value, place);
  });
}

const operations = new Set([...JSON.stringify(description).matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name));
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

/** Names of fields and arguments that REST writes otherwise. */
const NAMES = new Set(
  types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
      ? Object.keys(type.getFields()).filter((name) => /[A-Z]/.test(name))
      : [],
  ),
);
/** Values of enumerations that are no words of English sentences. */
const VALUES = new Set(types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name)));
const ABBREVIATIONS =
  /^(HTML|MJML|CSV|JSON|NDJSON|TEXT|TXT|SES|AND|OR|NOT|DKIM|SPF|DMARC|BIMI|BOM|RSS|SMTP|TLS|REST|PNG|JPEG|GIF|API)$/;

test('no description speaks of GraphQL', () => {
  const found = descriptionsIn(description);
  expect(found.length).toBeGreaterThan(500);
  const foreign = found.filter(([, whole]) => {
    const text = whole.replace('- `graphql`: GraphQL.', ''); // a value that names the other API
    const words = text.match(/\b[A-Za-z_]+\b/g) ?? [];
    return (
      /GraphQL|\bmutation\b|CONFLICT|totalCount|extensions\./.test(text) ||
      words.some((word) => NAMES.has(word) && !operations.has(word)) ||
      words.some((word) => /^[A-Z_]{3,}$/.test(word) && VALUES.has(word) && !ABBREVIATIONS.test(word))
    );
  });
  expect(foreign.map(([at, text]) => `${at}: ${text}`)).toEqual([]);
});

test('every operation that a description names in backticks exists', () => {
  const named = descriptionsIn(description).flatMap(([at, text]) =>
    [...text.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name]) => `${at}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((one) => !operations.has(one.split(': ').at(-1)))).toEqual([]);
});

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
}

test('no value that is never null says when it is null', () => {
  const takesNull = ({ type, anyOf = [] }: Schema): boolean => [type].flat().includes('null') || anyOf.some(takesNull);
  const wrong = Object.entries(description.components.schemas as Record<string, Schema>).flatMap(([name, one]) =>
    Object.entries(one.properties ?? {})
      .filter(
        ([, value]) =>
          value.type !== undefined && !takesNull(value) && /\bNull (if|until|for)\b/.test(value.description ?? ''),
      )
      .map(([key]) => `${name}.${key}`),
  );
  expect(wrong).toEqual([]);
  const { transport } = description.components.schemas.MailingList.properties;
  expect(transport.description).toMatch(/Absent: the team's default transport/);
});

test('a constant default of a parameter is one for programs, too', () => {
  const parameters = Object.entries(
    description.components.parameters as Record<string, { description?: string; schema: Schema }>,
  );
  const silent = parameters.filter(
    ([, { description: words, schema }]) =>
      /\bDefault: `?(true|false|\d+)`?\.( |$)/.test(words ?? '') &&
      schema.type !== 'string' &&
      schema.default === undefined,
  );
  expect(parameters.filter(([, { schema }]) => schema.default !== undefined).length).toBeGreaterThan(4);
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('the default of a property is in words alone, because generators take the keyword for a promise', () => {
  const properties = Object.entries(description.components.schemas as Record<string, Schema>).flatMap(
    ([name, { properties = {} }]) =>
      Object.entries(properties).map(([key, schema]) => ({ name: `${name}.${key}`, ...schema })),
  );
  expect(properties.filter((schema) => 'default' in schema).map(({ name }) => name)).toEqual([]);
  const named = properties.filter((schema) => /\bDefault: /.test(schema.description ?? ''));
  expect(named.length).toBeGreaterThan(50);
  const wordsOf = (name: string) => properties.find((one) => one.name === name)?.description;
  expect(wordsOf('CreateListInput.requires_confirmation')).toBe('Double opt-in. Default: false.');
  expect(wordsOf('SendStep.tracking')).toMatch(/Default: true\.$/);
  expect(wordsOf('CreateTransportInput.connections')).toMatch(/Default: 5\.$/);
});

test('no description repeats the default or the bounds of its schema', () => {
  const { schemas } = description.components as { schemas: Record<string, Schema> };
  const { sample_percent: percent } = schemas.AbTestInput!.properties!;
  expect(percent).toMatchObject({ minimum: 1, maximum: 100, description: 'Percentage of recipients in the sample.' });
  const { limit } = Object.fromEntries(
    description.paths['/changes'].get.parameters.map((one: { name: string }) => [one.name, one]),
  );
  expect(limit.schema).toMatchObject({ minimum: 1, maximum: 500, default: 100 });
  expect(limit.description).toBe('The maximum number of changes in the page.');
});
