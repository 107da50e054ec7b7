import { validate } from 'graphql';
import { expect, test } from 'vitest';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

const rows = routes.flatMap(({ method, path, document, upload }) => {
  const steps = typeof upload === 'object' ? [upload.receive, upload.discard] : [];
  return [document, ...steps].map((one) => [`${method} ${path}`, one] as const);
});

test.each(rows)('a document of %s fits the schema', (_route, document) => {
  expect(validate(schema, document)).toEqual([]);
});
