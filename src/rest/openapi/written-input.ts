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
import { wireName } from '../wire.ts';

/**
 * The type of a body that a document writes out field by field: `input: {name: $name}`. It has only the written
 * fields, typed like their variables, which leaves out GraphQL-only fields and those in the path (`inPath`, by wire
 * name). Undefined if no other fields are written.
 */
export function writtenInput(
  schema: GraphQLSchema,
  document: DocumentNode,
  inPath: readonly string[],
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
      value.kind === Kind.VARIABLE && !inPath.includes(wireName(value.name.value))
        ? declared.get(value.name.value)
        : undefined,
    ]),
  );
  const { fields, ...rest } = type.toConfig();
  const kept = Object.entries(fields).flatMap(([name, config]) => {
    const variable = written.get(name);
    return variable ? [[name, { ...config, type: inputTypeOf(schema, variable) }] as const] : [];
  });
  if (kept.length === 0) return undefined;
  return new GraphQLNonNull(new GraphQLInputObjectType({ ...rest, fields: Object.fromEntries(kept) }));
}

/** The declared type of a variable. */
export const inputTypeOf = (schema: GraphQLSchema, declared: TypeNode): GraphQLInputType =>
  // biome-ignore lint/suspicious/noExplicitAny: typeFromAST is typed for one kind of node at a time
  typeFromAST(schema, declared as any) as GraphQLInputType;
