import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql';
import { loosened } from '../schema/compiled.ts';
import type { AnyAnswer, FileAnswer, JsonAnswer } from './answer.ts';
import { operationOf, rootFieldOf, variablesIn } from './document-parts.ts';
import { type Reader, readerOf } from './input.ts';
import { type KnownKeys, knownTo } from './known-keys.ts';
import { wireWriter } from './output.ts';
import { ownersOf } from './owner.ts';
import type { Route } from './route.ts';
import { wireName } from './wire.ts';

export interface Prepared {
  document: DocumentNode;
  /** How each variable is read, by its name on the wire. */
  variables: { name: string; wire: string; fromBody: Reader; fromQuery: Reader }[];
  /** Name on the wire for an argument of the root field: the way an issue's path begins. */
  wireOfArgument: ReadonlyMap<string, string>;
  /** Rewrites a result for the wire. */
  write: ((data: object) => void) | undefined;
}

/** A route that is ready to be served. */
export type ReadyRoute<Wrap extends AnyAnswer = AnyAnswer> = Route<Wrap> & {
  prepared: Prepared;
  known: KnownKeys;
  /** One of them finds the resource that the path names; none where it names none. */
  owners: readonly Prepared[];
};

/** Makes routes ready, once, when the process starts. */
export function prepareAll(schema: GraphQLSchema, routes: readonly Route[]): ReadyRoute[] {
  const ready = new Map<Route['document'], Prepared>();
  const once = (document: Route['document']): Prepared => {
    const prepared = ready.get(document) ?? prepare(schema, document);
    ready.set(document, prepared);
    return prepared;
  };
  return routes.map((route) => {
    const known = knownTo(schema, route, siblingOf(routes, route));
    return { ...route, prepared: once(route.document), known, owners: ownersOf(routes, route).map(once) };
  });
}

/** The key of the body that another route of the same method and path takes. */
const siblingOf = (routes: readonly Route[], { method, path, when }: Route): string | undefined =>
  when === undefined ? routes.find((other) => other.method === method && other.path === path)?.when : undefined;

export const givesFile = (row: ReadyRoute): row is ReadyRoute<FileAnswer> => 'types' in row.answer;
/** The same of a route that is not ready yet. */
export const givesAnswer = (row: Route): row is Route<JsonAnswer> => !('types' in row.answer);

export const givesJson = (row: ReadyRoute): row is ReadyRoute<JsonAnswer> => !givesFile(row);

/**
 * Makes a document ready. That it fits the schema is not checked here, at every start: codegen refuses one that does
 * not, and a test looks at all.
 */
export function prepare(schema: GraphQLSchema, source: TypedDocumentNode<unknown, never>): Prepared {
  const variables = variablesIn(source).map(({ variable, type }) => ({ name: variable.name.value, type }));
  return {
    // The domain validates every value; graphql-js would stop at the first wrong type, with a message of its own, and walk
    // a batch of a thousand rows a second time (docs/adr/0003).
    document: loosened(source),
    variables: variables.map(({ name, type }) => ({
      name,
      wire: wireName(name),
      fromBody: readerOf(schema, type, 'body'),
      fromQuery: readerOf(schema, type, 'query'),
    })),
    wireOfArgument: argumentsOf(source),
    write: wireWriter(schema, source),
  };
}

function argumentsOf(source: DocumentNode): Map<string, string> {
  const { arguments: given = [] } = rootFieldOf(operationOf(source));
  return new Map(
    given.flatMap(({ name, value }) =>
      value.kind === Kind.VARIABLE ? [[name.value, wireName(value.name.value)]] : [],
    ),
  );
}
