import { type GraphQLEnumType, type GraphQLSchema, isEnumType } from 'graphql';
import { wireValue } from '../wire.ts';
import { componentName } from './component-names.ts';
import type { JsonSchema } from './json-schema.ts';
import { describedValues } from './value-meanings.ts';

/** The keys of a schema that say what a value means here, and not what it is. */
const OF_PLACE = new Set(['description', 'default', 'deprecated', 'example']);

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** The values of an enumeration, the same for each order. */
const valuesOf = ({ enum: values }: JsonSchema): string => JSON.stringify([...(values as unknown[])].sort());

/**
 * Gives each enumeration a component with the name of its type in the schema, which describes the values once, and refers to it.
 * What a place says of it stays beside the reference. The parts are changed in place.
 */
export function nameValues(schema: GraphQLSchema, components: Record<string, JsonSchema>, ...parts: unknown[]): void {
  const places = new Map<string, JsonSchema[]>();
  const find = (part: unknown): void => {
    if (!isSchema(part)) return;
    if (part.type === 'string' && Array.isArray(part.enum) && part.enum.length > 1)
      places.set(valuesOf(part), [...(places.get(valuesOf(part)) ?? []), part]);
    for (const [key, inner] of Object.entries(part)) if (!key.startsWith('example')) find(inner);
  };
  find([components, parts]);
  const used = Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter((type) => places.has(valuesOf(valuesIn(type))) && !components[componentName(type.name)]);
  for (const type of used) {
    const name = componentName(type.name);
    components[name] = { ...valuesIn(type), description: describedValues(type) };
    for (const place of places.get(valuesOf(valuesIn(type))) ?? []) refer(place, name);
  }
}

const valuesIn = (type: GraphQLEnumType): JsonSchema => ({ type: 'string', enum: type.getValues().map(wireValue) });

function refer(place: JsonSchema, name: string): void {
  for (const key of Object.keys(place)) if (!OF_PLACE.has(key)) delete place[key];
  place.$ref = `#/components/schemas/${name}`;
}
