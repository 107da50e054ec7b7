import {
  type GraphQLArgumentConfig,
  type GraphQLInputType,
  GraphQLObjectType,
  GraphQLSchema,
  getNullableType,
  isInputObjectType,
} from 'graphql';

/**
 * The schema as the adapter executes it: the arguments of root fields, and the fields of inputs that documents write
 * out, are optional. graphql-js would otherwise refuse missing ones in its own words, and before the ids are looked
 * up (docs/adr/0003).
 */
export function lenient(schema: GraphQLSchema): GraphQLSchema {
  const { types, query, mutation, ...rest } = schema.toConfig();
  const json = schema.getType('JSON') as GraphQLInputType;
  return new GraphQLSchema({
    ...rest,
    query: query && lenientRoot(query, json),
    mutation: mutation && lenientRoot(mutation, json),
    types: types.filter((type) => type !== query && type !== mutation),
  });
}

function lenientRoot(type: GraphQLObjectType, json: GraphQLInputType): GraphQLObjectType {
  const { fields, ...rest } = type.toConfig();
  const optional = ([name, argument]: [string, GraphQLArgumentConfig]) => {
    const type = getNullableType(argument.type);
    return [name, { ...argument, type: isInputObjectType(type) ? json : type }];
  };
  const lenientFields = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, args: Object.fromEntries(Object.entries(field.args ?? {}).map(optional)) },
  ]);
  return new GraphQLObjectType({ ...rest, fields: Object.fromEntries(lenientFields) });
}
