import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));
const components: Record<string, Record<string, object>> = description.components;

test('a response to an error has the name of its status in words', () => {
  expect(Object.keys(components.responses!)).toEqual([
    ...['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'RequestTimeout', 'Conflict', 'Gone'],
    ...['PayloadTooLarge', 'UnsupportedMediaType', 'UnprocessableEntity', 'TooManyRequests', 'ServiceUnavailable'],
  ]);
});

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  description?: string;
}

test('every part of a path says what it identifies and which operation returns it', () => {
  const paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>> = description.paths;
  const silent = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters }) =>
      parameters
        .map(({ $ref, ...own }) => ($ref ? (components.parameters![$ref.split('/').at(-1)!] as Parameter) : own))
        .filter((one) => one.in === 'path' && !/^The (id|key) of an? .*`\w+`\.$/.test(one.description ?? ''))
        .map(({ name }) => `${operationId}: ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});
