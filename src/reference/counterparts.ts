import type { GraphQLSchema } from 'graphql';
import { operationOf, rootFieldOf } from '../rest/document-parts.ts';
import { templated } from '../rest/openapi/path-names.ts';
import type { Route } from '../rest/route.ts';
import type { PlacedOperation } from './reference.ts';

/** A field of a root type, such as `Mutation` and `createTag`. */
export interface RootField {
  type: string;
  field: string;
}

const addressOf = (method: string, path: string): string => `${method} ${path}`;
const keyOf = ({ type, field }: RootField): string => `${type}.${field}`;

/** Which GraphQL field each REST operation calls: the field at the root of its document. */
export class Counterparts {
  readonly #fields = new Map<string, Map<string, RootField>>();
  readonly #operations = new Map<string, Set<PlacedOperation>>();

  constructor(schema: GraphQLSchema, routes: readonly Route[], operations: readonly PlacedOperation[]) {
    const byAddress = new Map(operations.map((operation) => [addressOf(operation.method, operation.path), operation]));
    for (const { method, path, document } of routes) {
      const address = addressOf(method, templated(path));
      const { operation, ...rest } = operationOf(document);
      const type = schema.getRootType(operation)!.name;
      const field = { type, field: rootFieldOf({ operation, ...rest }).name.value };
      const key = keyOf(field);
      this.#fields.set(address, new Map([...(this.#fields.get(address) ?? []), [key, field]]));
      const placed = byAddress.get(address);
      if (placed) this.#operations.set(key, new Set([...(this.#operations.get(key) ?? []), placed]));
    }
  }

  /** The GraphQL fields that an operation calls: several if its body decides. */
  fieldsOf({ method, path }: PlacedOperation): RootField[] {
    return [...(this.#fields.get(addressOf(method, path))?.values() ?? [])];
  }

  /** The REST operations that call a field. */
  operationsOf(field: RootField): PlacedOperation[] {
    return [...(this.#operations.get(keyOf(field)) ?? [])];
  }
}
