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
  /^(HTML|MJML|CSV|JSON|NDJSON|TEXT|SES|AND|OR|NOT|DKIM|SPF|DMARC|BIMI|BOM|RSS|SMTP|TLS|REST|PNG|JPEG|GIF|API)$/;

test('no description speaks of GraphQL', () => {
  const found = descriptionsIn(description);
  expect(found.length).toBeGreaterThan(500);
  const foreign = found.filter(([, text]) => {
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
