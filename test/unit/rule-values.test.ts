import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Value {
  type?: string;
  items?: { type?: string };
  anyOf?: Value[];
}

const { schemas } = openApiDocument(schema, routes).components as {
  schemas: Record<string, { properties?: { operator?: object; value?: Value } }>;
};

test('a value of a rule has one alternative for each type except objects, so that programs choose by type alone', () => {
  const values = Object.entries(schemas).flatMap(([name, { properties: { operator, value } = {} }]) =>
    operator && value?.anyOf
      ? [
          [
            name,
            value.anyOf
              .filter(({ type }) => type !== undefined && type !== 'object')
              .map(({ type, items }) => `${type} ${items?.type}`),
          ] as const,
        ]
      : [],
  );
  expect(values.length).toBeGreaterThan(5);
  expect(values.filter(([, types]) => new Set(types).size < types.length)).toEqual([]);
});
