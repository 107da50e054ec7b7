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
import { type Issue, sentence } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';

/** The source of a mutation's payload: the value of its resolver. */
export interface Payload {
  value: unknown;
}

interface Warning {
  message: string;
  path: string[];
}

const NAME = 'Warning';

builder.objectRef<Warning>(NAME).implement({
  description: 'Advice about a change that was made, such as a variable without a value.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'The advice as a sentence.' }),
    path: t.exposeStringList('path', {
      description: 'The path to the field of the object, or to the item of a list. Empty: the whole object.',
    }),
  }),
});

/** The field `warnings` of a payload: the warnings that its object, or each object of a list, has itself. */
export function warningsOf(schema: GraphQLSchema, type: GraphQLOutputType): GraphQLFieldConfig<Payload, Context> {
  const named = getNamedType(type);
  const own = isObjectType(named) ? named.getFields().warnings : undefined;
  const read = own && ((own.resolve ?? defaultFieldResolver) as Read);
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(schema.getType(NAME) as GraphQLOutputType))),
    description: 'Advice about the change. Empty if there is none.',
    resolve: ({ value }, _, context, info) => (read ? ofAll(value, (row) => read(row, {}, context, info)) : []),
  };
}

/** The warnings of an object, or of a list of objects with their positions. */
async function ofAll(value: unknown, read: (row: unknown) => ReturnType<Read>): Promise<Warning[]> {
  if (!Array.isArray(value)) return (await read(value)).map(toWarning);
  const all = await Promise.all(value.map((row) => ofAll(row, read)));
  return all.flatMap((some, index) => some.map((one) => ({ ...one, path: [String(index), ...one.path] })));
}

/** Reads the warnings of an object: texts, or issues. */
type Read = GraphQLFieldResolver<unknown, Context, object, Promise<readonly (string | Issue)[]>>;

const toWarning = (given: string | Issue): Warning =>
  typeof given === 'string' ? { message: given, path: [] } : { message: sentence(given), path: given.path.map(String) };
