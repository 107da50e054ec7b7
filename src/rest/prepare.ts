import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, validate, visit } from 'graphql';
import { type Reader, readerOf } from './input.ts';
import { enumWriter } from './output.ts';
import { wireName } from './wire.ts';

export interface Prepared {
  document: DocumentNode;
  /** How each variable is read, by its name on the wire. */
  variables: { name: string; wire: string; fromBody: Reader; fromQuery: Reader }[];
  /** Whether the whole body is the variable `input`. */
  bodyIsInput: boolean;
  /** Name on the wire for an argument of the root field: the way an issue's path begins. */
  wireOfArgument: ReadonlyMap<string, string>;
  write: ((data: object) => void) | undefined;
}

/** Makes a route's document ready once, when the process starts. Throws when it does not fit the schema. */
export function prepare(schema: GraphQLSchema, source: TypedDocumentNode<unknown, never>): Prepared {
  const [error] = validate(schema, source);
  if (error) throw error;
  const operation = source.definitions.find((part) => part.kind === Kind.OPERATION_DEFINITION)!;
  const names = (operation.variableDefinitions ?? []).map(({ variable, type }) => ({
    name: variable.name.value,
    type,
  }));
  return {
    document: loosen(source),
    variables: names.map(({ name, type }) => ({
      name,
      wire: wireName(name),
      fromBody: readerOf(schema, type, 'body'),
      fromQuery: readerOf(schema, type, 'query'),
    })),
    bodyIsInput: names.some(({ name }) => name === 'input'),
    wireOfArgument: argumentsOf(operation),
    write: enumWriter(schema, source),
  };
}

/**
 * Declares every variable as JSON, so that graphql-js hands values to the resolvers as they are. The document was
 * validated with its real types, and the domain judges every value; graphql-js would stop at the first wrong type,
 * with a message of its own, and walk a batch of a thousand rows a second time (docs/adr/0003).
 */
const loosen = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: (node) => ({
      ...node,
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } },
    }),
  });

function argumentsOf(operation: OperationDefinitionNode): Map<string, string> {
  const [root] = operation.selectionSet.selections;
  const given = root?.kind === Kind.FIELD ? (root.arguments ?? []) : [];
  return new Map(
    given.flatMap(({ name, value }) =>
      value.kind === Kind.VARIABLE ? [[name.value, wireName(value.name.value)]] : [],
    ),
  );
}
