import { type DocumentNode, type FieldNode, type GraphQLSchema, getNamedType, isObjectType, Kind } from 'graphql';
import { operationOf, rootFieldOf } from '../rest/document-parts.ts';
import { templated } from '../rest/openapi/path-names.ts';
import type { Route } from '../rest/route.ts';
import type { PlacedOperation } from './reference.ts';

/** A field of a type, such as `Mutation` and `createTag`. */
export interface TypeField {
  type: string;
  field: string;
}

/** The field at the root of a document, and the fields below it that lead to the result. */
export type FieldPath = readonly TypeField[];

const addressOf = (method: string, path: string): string => `${method} ${path}`;
const keyOf = ({ type, field }: TypeField): string => `${type}.${field}`;

/** Which GraphQL fields each REST operation reads or calls, by the documents of its routes. */
export class Counterparts {
  readonly #paths = new Map<string, FieldPath[]>();
  readonly #operations = new Map<string, Set<PlacedOperation>>();

  constructor(schema: GraphQLSchema, routes: readonly Route[], operations: readonly PlacedOperation[]) {
    const byAddress = new Map(operations.map((operation) => [addressOf(operation.method, operation.path), operation]));
    for (const { method, path, document } of routes) {
      const address = addressOf(method, templated(path));
      const placed = byAddress.get(address);
      const fields = fieldPath(schema, document);
      const key = keyOf(fields.at(-1) as TypeField);
      const known = this.#paths.get(address) ?? [];
      if (!known.some((one) => keyOf(one.at(-1) as TypeField) === key)) this.#paths.set(address, [...known, fields]);
      if (placed) this.#operations.set(key, new Set([...(this.#operations.get(key) ?? []), placed]));
    }
  }

  /** The GraphQL fields of an operation: several paths if its body decides. */
  fieldsOf({ method, path }: PlacedOperation): readonly FieldPath[] {
    return this.#paths.get(addressOf(method, path)) ?? [];
  }

  /** The REST operations whose result is a field. */
  operationsOf(field: TypeField): PlacedOperation[] {
    return [...(this.#operations.get(keyOf(field)) ?? [])];
  }
}

/** The root field, and the fields below it that a query only passes: `person(email) { subscriptions { … } }`. */
function fieldPath(schema: GraphQLSchema, document: DocumentNode): FieldPath {
  const operation = operationOf(document);
  const path: TypeField[] = [];
  let parent = schema.getRootType(operation.operation);
  let node: FieldNode | undefined = rootFieldOf(operation);
  while (parent && node) {
    const { name, selectionSet } = node as FieldNode;
    path.push({ type: parent.name, field: name.value });
    const type = getNamedType(parent.getFields()[name.value]!.type);
    const [only, ...others] = selectionSet?.selections ?? [];
    const leads = operation.operation === 'query' && isObjectType(type) && !('pageInfo' in type.getFields());
    parent = leads ? type : undefined;
    node = only?.kind === Kind.FIELD && only.selectionSet && others.length === 0 ? only : undefined;
  }
  return path;
}
