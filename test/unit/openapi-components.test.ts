import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Operation {
  operationId: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

const description = JSON.parse(JSON.stringify(openApiDocument(schema, routes)));
const components: Record<string, Record<string, object>> = description.components;

test('a response to an error has the name of its status in words', () => {
  expect(Object.keys(components.responses!)).toEqual([
    ...['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'RequestTimeout', 'Conflict', 'Gone'],
    ...[
      'PayloadTooLarge',
      'UnsupportedMediaType',
      'UnprocessableEntity',
      'TooManyRequests',
      'ServiceUnavailable',
      'UnexpectedError',
    ],
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

test('an operation describes the errors of its own requests, and all others by default', () => {
  const operations = Object.values(description.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method })),
  );
  for (const { operationId, method, parameters = [], requestBody, responses } of operations) {
    const statuses = Object.keys(responses);
    expect([operationId, responses.default]).toEqual([operationId, { $ref: '#/components/responses/UnexpectedError' }]);
    expect([operationId, statuses.includes('415')]).toEqual([operationId, requestBody !== undefined]);
    if (method === 'get' && parameters.length === 0)
      expect([operationId, statuses.includes('422')]).toEqual([operationId, false]);
  }
  expect(operations.length).toBeGreaterThan(200);
});
