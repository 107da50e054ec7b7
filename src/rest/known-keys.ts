import { type GraphQLInputType, type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import { variablesIn } from './document-parts.ts';
import { inputTypeOf } from './openapi/written-input.ts';
import { fileVariable, type Route, readsQuery, takesImage } from './route.ts';
import { type Leniency, leniencyOf, rowsOf, subscriptionKeys } from './specified.ts';
import { wireName } from './wire.ts';

/** The keys that an object may have, each with what it may hold in turn: undefined for a value without keys of ours. */
export type Known = ReadonlyMap<string, Known | undefined>;

/** What an operation takes. */
export interface KnownKeys {
  body: Known;
  query: Known;
  /** Keys of the body that the operation lets go by, and so does not suggest. */
  ignored: ReadonlySet<string>;
  /** The key of the body whose rows each fail alone. */
  rows?: string;
  /** Absent: whatever is not known is refused. */
  lenient?: LenientKeys;
}

/** Where an operation lets keys go by that it does not know, and which ones it refuses there all the same. */
export interface LenientKeys extends Leniency {
  /** Keys of the things that rows describe, without case and separators. */
  refused: ReadonlySet<string>;
  /** The key by which another operation of the same method and path is told: it is missed by little, too. */
  sibling: string | undefined;
}

/**
 * From the variables of a route's document, so that what is added there is known. `sibling` is the key that another route
 * of the same method and path is told by.
 */
export function knownTo(schema: GraphQLSchema, route: Route, sibling?: string): KnownKeys {
  const { path, document, upload, ignored = [] } = route;
  const taken = variablesIn(upload && upload !== 'straight' ? upload.receive : document)
    .map(({ variable, type }) => ({ name: variable.name.value, type: inputTypeOf(schema, type) }))
    .filter(({ name }) => !path.split('/').includes(`:${wireName(name)}`));
  const rows = rowsOf(route);
  const passed = { ignored: new Set(ignored), ...(rows !== undefined && { rows }) };
  if (readsQuery(route) || upload) return { body: new Map(), query: queryOf(taken, route), ...passed };
  const body = new Map([...bodyOf(taken), ...ignored.map((key) => [key, undefined] as const)]);
  const leniency = leniencyOf(route);
  if (!leniency) return { body, query: new Map(), ...passed };
  const refused = leniency.of === 'subscribers' ? subscriptionKeys(schema) : new Set<string>();
  return { body, query: new Map(), ...passed, lenient: { ...leniency, refused, sibling } };
}

/**
 * What counts off the rows of a page is asked for by its number. A file is no parameter, but the body; its name may come
 * with it.
 */
function queryOf(variables: readonly Variable[], { answer, upload }: Route): Known {
  const query = new Map(variables.map(({ name, type }) => [wireName(name), keysOf(type)]));
  const paged = 'pages' in answer && answer.pages;
  for (const name of paged ? ['first', 'offset'] : upload ? [fileVariable(upload)] : []) query.delete(name);
  for (const name of paged ? ['page', 'per_page'] : upload && !takesImage(upload) ? ['file_name'] : [])
    query.set(name, undefined);
  return query;
}

type Variable = { name: string; type: GraphQLInputType };

/** The variable `input` is the body itself. */
const bodyOf = (variables: readonly Variable[]): Known =>
  new Map(
    variables.flatMap(({ name, type }) =>
      name === 'input' ? [...(keysOf(type) ?? [])] : [[wireName(name), keysOf(type)]],
    ),
  );

function keysOf(type: GraphQLInputType): Known | undefined {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return undefined;
  return new Map(Object.values(named.getFields()).map((field) => [wireName(field.name), keysOf(field.type)]));
}
