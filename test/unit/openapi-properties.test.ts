import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { routes } from '../../src/rest/v1/index.ts';
import { schema } from '../../src/schema/index.ts';

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const description = openApiDocument(schema, routes);
const components = (description.components as { schemas: Record<string, Schema> }).schemas;
const paths = description.paths as Record<string, Record<string, Operation>>;

const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1);
const resolved = (one: Schema): Schema => {
  const name = nameOf(one);
  return name ? { ...components[name], ...one } : one;
};
const choices = ({ anyOf = [], oneOf = [], allOf = [] }: Schema) => [...anyOf, ...oneOf, ...allOf];
const isDescribed = (one: Schema): boolean =>
  resolved(one).description !== undefined || choices(resolved(one)).some(isDescribed);

/** The properties of a schema and its parts without a description. */
function silentIn(one: Schema, where: string, seen: Set<string>): string[] {
  const name = nameOf(one);
  if (name && seen.has(name)) return [];
  if (name) seen.add(name);
  const { properties = {}, items, ...rest } = resolved(one);
  const owner = name ?? where;
  return [
    ...Object.entries(properties).flatMap(([key, property]) => [
      ...(isDescribed(property) ? [] : [`${owner}.${key}`]),
      ...silentIn(property, `${owner}.${key}`, seen),
    ]),
    ...[...(items ? [items] : []), ...choices(rest)].flatMap((part) => silentIn(part, owner, seen)),
  ];
}

test('every property of every request body has a description', () => {
  const seen = new Set<string>();
  const silent = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).flatMap((body) =>
        silentIn(body.schema, `${method.toUpperCase()} ${path}`, seen),
      ),
    ),
  );
  expect(seen.size).toBeGreaterThan(40);
  expect(silent).toEqual([]);
});
