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
