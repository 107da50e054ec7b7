import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';

/** The schema as `schema.graphql` of the repository has it. */
export const sdlOf = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The TypeScript type of a scalar, by the type that it declares. */
const CLIENT_TYPES: Record<string, string> = { string: 'string', integer: 'number', object: 'Record<string, unknown>' };

/** The TypeScript types of the scalars in requests and responses, for code generators. Ids are text in both. */
export function scalarTypesOf(schema: GraphQLSchema): Record<string, string> {
  const own = typesOf(schema)
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map(({ name, extensions }) => {
      const { type = '' } = (extensions.jsonSchema ?? {}) as { type?: string };
      return [name, CLIENT_TYPES[type] ?? 'unknown'] as const;
    });
  return Object.fromEntries(byName([['ID', 'string'], ...own]));
}

/** The object types of each interface and union, as Apollo's cache takes them. */
export const possibleTypesOf = (schema: GraphQLSchema): Record<string, string[]> =>
  Object.fromEntries(
    byName(
      typesOf(schema)
        .filter(isAbstractType)
        .map((type) => [
          type.name,
          schema
            .getPossibleTypes(type)
            .map(({ name }) => name)
            .sort(),
        ]),
    ),
  );

/** The object types without an id. A normalised cache keeps them within their parents. */
export function typesWithoutId(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return typesOf(schema)
    .filter((type) => isObjectType(type) && !roots.includes(type) && !type.getFields().id)
    .map(({ name }) => name)
    .sort();
}

/** Without the types of introspection. */
const typesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

const byName = <Value>(entries: (readonly [name: string, Value])[]) =>
  entries.sort(([one], [other]) => one.localeCompare(other));
