import {
  defaultFieldResolver,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import type { Context } from './context.ts';
import type { Advice } from './warning.ts';

/** The source of a mutation's payload: the value of its resolver. */
export interface Payload {
  value: unknown;
}

/** The field `warnings` of a payload: the warnings that its object, or each object of a list, has itself. */
export function warningsOf(schema: GraphQLSchema, type: GraphQLOutputType): GraphQLFieldConfig<Payload, Context> {
  const named = getNamedType(type);
  const own = isObjectType(named) ? named.getFields().warnings : undefined;
  const read = own && ((own.resolve ?? defaultFieldResolver) as Read);
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(schema.getType('Warning') as GraphQLOutputType))),
    description: 'Advice about the change. Empty if there is none.',
    resolve: ({ value }, _, context, info) => (read ? ofAll(value, (row) => read(row, {}, context, info)) : []),
  };
}

/** The warnings of an object, or of a list of objects with their positions. */
async function ofAll(value: unknown, read: (row: unknown) => ReturnType<Read>): Promise<readonly Advice[]> {
  if (!Array.isArray(value)) return read(value);
  const all = await Promise.all(value.map((row) => ofAll(row, read)));
  return all.flatMap((some, index) => some.map((one) => ({ ...one, path: [index, ...one.path] })));
}

/** Reads the warnings of an object. */
type Read = GraphQLFieldResolver<unknown, Context, object, Promise<readonly Advice[]>>;
