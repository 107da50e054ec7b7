import {
  type DocumentNode,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  Kind,
  type TypeNode,
  typeFromAST,
} from 'graphql';
import { operationOf, rootFieldOf, variablesIn } from '../document-parts.ts';

/**
 * The type of the body, where a document writes its input out field by field: `input: {name: $name}`. It has the fields
 * that are written, each as its variable is declared: what only GraphQL offers is left out by not being written. Undefined
 * where the input is one variable, or there is none.
 */
export function writtenInput(
  schema: GraphQLSchema,
  document: DocumentNode,
): GraphQLNonNull<GraphQLInputObjectType> | undefined {
  const operation = operationOf(document);
  const root = rootFieldOf(operation);
  const given = root.arguments?.find(({ name }) => name.value === 'input')?.value;
  const field = schema.getRootType(operation.operation)?.getFields()[root.name.value];
  const type = getNullableType(field?.args.find(({ name }) => name === 'input')?.type);
  if (given?.kind !== Kind.OBJECT || !isInputObjectType(type)) return undefined;
  const declared = new Map(variablesIn(document).map(({ variable, type }) => [variable.name.value, type]));
  const written = new Map(
    given.fields.map(({ name, value }) => [
      name.value,
      value.kind === Kind.VARIABLE ? declared.get(value.name.value) : undefined,
    ]),
  );
  const { fields, ...rest } = type.toConfig();
  const kept = Object.entries(fields).flatMap(([name, config]) => {
    const variable = written.get(name);
    return variable ? [[name, { ...config, type: inputTypeOf(schema, variable) }] as const] : [];
  });
  return new GraphQLNonNull(new GraphQLInputObjectType({ ...rest, fields: Object.fromEntries(kept) }));
}

/** The type that a variable is declared to have. */
export const inputTypeOf = (schema: GraphQLSchema, declared: TypeNode): GraphQLInputType =>
  // biome-ignore lint/suspicious/noExplicitAny: typeFromAST is typed for one kind of node at a time
  typeFromAST(schema, declared as any) as GraphQLInputType;
