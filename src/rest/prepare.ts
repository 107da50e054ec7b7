import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  parse,
  type TypeNode,
  visit,
} from 'graphql';
import { NotifiedConversionDocument } from '../generated/documents.ts';
import { loosened } from '../schema/compiled.ts';
import type { AnyAnswer, FileAnswer, JsonAnswer } from './answer.ts';
import { pageDocuments } from './cursor.ts';
import { type Deprecation, deprecatedKeys } from './deprecated-keys.ts';
import { answerOf, operationOf, rootFieldOf, variablesIn } from './document-parts.ts';
import { FILTER, filterFields } from './filter.ts';
import { type Reader, readerOf } from './input.ts';
import { type KnownKeys, knownTo } from './known-keys.ts';
import { inputTypeOf } from './openapi/written-input.ts';
import { wireWriter } from './output.ts';
import { fieldOfPath, wholeInput } from './path-fields.ts';
import type { Route } from './route.ts';
import { wireName } from './wire.ts';

export interface Prepared {
  document: DocumentNode;
  /** The reader of each variable, by wire name. */
  variables: { name: string; wire: string; fromBody: Reader; fromQuery: Reader }[];
  /** The variables of a read that must be given. The domain refuses missing values of changes, since it knows all of their problems. */
  required: readonly string[];
  /** The field of the variable `input` for a part of the path that no variable takes. */
  fieldOfPath: (name: string) => string;
  /** Wire names of the root field's arguments, with which issue paths begin. */
  wireOfArgument: ReadonlyMap<string, string>;
  /** The answer's part of the root field's value. */
  answerOf: (value: unknown) => unknown;
  /** Rewrites a result for the wire. */
  write: ((data: object) => void) | undefined;
  /** The same after a cursor instead of an offset, if the document pages one connection. */
  continued?: Prepared;
}

/** A route ready to serve. */
export type ReadyRoute<Wrap extends AnyAnswer = AnyAnswer> = Route<Wrap> & {
  prepared: Prepared;
  known: KnownKeys;
  /** Deprecated keys of the query or body. */
  deprecated: ReadonlyMap<string, Deprecation>;
  /** The documents that find the resource in the path. Empty if the path names none. */
  owners: readonly Prepared[];
};

/** Prepares all routes, once at the start of the process. */
export function prepareAll(schema: GraphQLSchema, routes: readonly Route[]): ReadyRoute[] {
  const ready = new Map<Route['document'], Prepared>();
  const once = (document: Route['document']): Prepared => {
    const prepared = ready.get(document) ?? prepare(schema, document);
    ready.set(document, prepared);
    return prepared;
  };
  return routes.map((route) => {
    const known = knownTo(schema, route, siblingOf(routes, route));
    const deprecated = deprecatedKeys(schema, route);
    return { ...route, prepared: once(route.document), known, deprecated, owners: ownersOf(routes, route).map(once) };
  });
}

/** The key of the body that selects another route of the same method and path. */
const siblingOf = (routes: readonly Route[], { method, path, when }: Route): string | undefined =>
  when === undefined ? routes.find((other) => other.method === method && other.path === path)?.when : undefined;

export const givesFile = (row: ReadyRoute): row is ReadyRoute<FileAnswer> => 'types' in row.answer;
/** Whether a route, prepared or not, answers with JSON. */
export const givesAnswer = (row: Route): row is Route<JsonAnswer> => !('types' in row.answer);

export const givesJson = (row: ReadyRoute): row is ReadyRoute<JsonAnswer> => !givesFile(row);

/** A page by cursor has no offset. */
const OF_PAGES = new Set(['first', 'offset', 'after']);

const requiredOf = (variables: readonly { name: string; type: TypeNode }[]): string[] =>
  variables.filter(({ name, type }) => type.kind === Kind.NON_NULL_TYPE && !OF_PAGES.has(name)).map(({ name }) => name);

/**
 * Prepares a document. Codegen and a test check that it fits the schema, so a process does not check again at each
 * start.
 */
export function prepare(schema: GraphQLSchema, source: TypedDocumentNode<unknown, never>): Prepared {
  const variables = variablesIn(source).map(({ variable, type }) => ({ name: variable.name.value, type }));
  const pages = pageDocuments(source);
  const input = wholeInput(schema, source);
  const prepared: Prepared = {
    // The domain validates every value. graphql-js would stop at the first wrong type, with its own message, and walk
    // a batch of a thousand rows twice (docs/adr/0003).
    document: loosened(pages?.numbered ?? source),
    variables: variables.map(({ name, type }) => ({
      name,
      wire: wireName(name),
      fromBody: readerOf(schema, type, 'body'),
      fromQuery: readerOf(schema, type, 'query'),
    })),
    required: operationOf(source).operation === 'query' ? requiredOf(variables) : [],
    fieldOfPath: (name) => (input ? fieldOfPath(input, name) : name),
    wireOfArgument: new Map([...parametersOf(schema, source), ...argumentsOf(source)]),
    answerOf: answerOf(source),
    write: wireWriter(schema, source),
  };
  return pages ? { ...prepared, continued: { ...prepared, document: loosened(pages.continued) } } : prepared;
}

/** The names of the variables that fill arguments. Those of the root field take precedence. */
function argumentsOf(source: DocumentNode): Map<string, string> {
  const given: ArgumentNode[] = [];
  visit(source, { Argument: (argument) => void given.push(argument) });
  const { arguments: ofRoot = [] } = rootFieldOf(operationOf(source));
  return new Map(
    [...given, ...ofRoot].flatMap(({ name, value }) =>
      value.kind === Kind.VARIABLE ? [[name.value, wireName(value.name.value)]] : [],
    ),
  );
}

/** The parameters of a filter, by its fields. */
function parametersOf(schema: GraphQLSchema, source: DocumentNode): [string, string][] {
  const filter = variablesIn(source).find(({ variable }) => variable.name.value === FILTER);
  const type = filter && getNamedType(inputTypeOf(schema, filter.type));
  return isInputObjectType(type) ? filterFields(type).map(({ field, wire }) => [field.name, wire]) : [];
}

type AnyDocument = Route['document'];

/**
 * The documents that find the last resource in a route's path: the document of its read route, or a look-up by id.
 * Empty if the path names no resource.
 */
function ownersOf(routes: readonly Route[], { path }: Route): AnyDocument[] {
  const [, prefix, name] = /^(.*\/:(\w+))/.exec(path) ?? [];
  if (!prefix) return [];
  const reading = routes.find((route) => route.method === 'GET' && route.path === prefix);
  const several = SEVERAL_KINDS[name as string];
  return reading && !several ? [reading.document] : [...(several ?? []), lookUp(name as string)];
}

/** Resources of several kinds. A sale is a conversion, or an order event, which is a node. */
const SEVERAL_KINDS: Record<string, AnyDocument[]> = { conversion: [NotifiedConversionDocument] };

const lookUp = (name: string) =>
  parse(`query Owner($${name}: ID!) { node(id: $${name}) { id } }`) as TypedDocumentNode<unknown, never>;
