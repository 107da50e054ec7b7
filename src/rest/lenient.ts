import { type GraphQLArgumentConfig, GraphQLObjectType, GraphQLSchema, getNullableType } from 'graphql';

/**
 * The schema as the adapter executes it: nothing is required of the arguments of its root fields. graphql-js would
 * refuse a missing one before the domain could say so in its own words, and before it looked for the ids (docs/adr/0003).
 */
export function lenient(schema: GraphQLSchema): GraphQLSchema {
  const { types, query, mutation, ...rest } = schema.toConfig();
  return new GraphQLSchema({
    ...rest,
    query: query && lenientRoot(query),
    mutation: mutation && lenientRoot(mutation),
    types: types.filter((type) => type !== query && type !== mutation),
  });
}

function lenientRoot(type: GraphQLObjectType): GraphQLObjectType {
  const { fields, ...rest } = type.toConfig();
  const optional = ([name, argument]: [string, GraphQLArgumentConfig]) => [
    name,
    { ...argument, type: getNullableType(argument.type) },
  ];
  const lenientFields = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, args: Object.fromEntries(Object.entries(field.args ?? {}).map(optional)) },
  ]);
  return new GraphQLObjectType({ ...rest, fields: Object.fromEntries(lenientFields) });
}
