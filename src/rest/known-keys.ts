import { type GraphQLInputType, type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import { canContinue } from './cursor.ts';
import { variablesIn } from './document-parts.ts';
import { FILTER, filterFields } from './filter.ts';
import { inputTypeOf } from './openapi/written-input.ts';
import { bodyType } from './path-fields.ts';
import { fileVariable, type Route, readsQuery, takesImage } from './route.ts';
import { type Leniency, leniencyOf, rowsOf, subscriptionKeys } from './specified.ts';
import { wireName } from './wire.ts';

/** The known keys of an object, each with the keys of its value. Undefined for a value without known keys. */
export type Known = ReadonlyMap<string, Known | undefined>;

/** The keys of an operation. */
export interface KnownKeys {
  body: Known;
  query: Known;
  /** Keys of the body that the operation ignores, and therefore does not suggest. */
  ignored: ReadonlySet<string>;
  /** The key of the rows in the body, which fail individually. */
  rows?: string;
  /** If absent, unknown keys are refused. */
  lenient?: LenientKeys;
}

/** Where an operation ignores unknown keys, and which of them it still refuses. */
export interface LenientKeys extends Leniency {
  /** Keys of the rows' objects, without case and separators. */
  refused: ReadonlySet<string>;
  /** The key that selects another operation of the same method and path. Near misses of it are refused too. */
  sibling: string | undefined;
}

/**
 * The keys come from the variables of a route's document, so additions are known automatically. `sibling` is the key
 * that selects another route of the same method and path.
 */
export function knownTo(schema: GraphQLSchema, route: Route, sibling?: string): KnownKeys {
  const { path, document, upload, ignored = [] } = route;
  const typeOfBody = (type: GraphQLInputType) => bodyType(type, document, path);
  const taken = variablesIn(upload && upload !== 'straight' ? upload.receive : document)
    .map(({ variable, type }) => ({ name: variable.name.value, type: typeOfBody(inputTypeOf(schema, type)) }))
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
 * Paging arguments are replaced by a page number. A file is the body and not a parameter, but its name may be one.
 */
function queryOf(variables: readonly Variable[], { answer, document, upload }: Route): Known {
  const query = new Map(
    variables.flatMap(({ name, type }) =>
      name === FILTER ? parametersOf(type) : [[wireName(name), keysOf(type)] as const],
    ),
  );
  const paged = 'pages' in answer && answer.pages;
  for (const name of paged ? ['first', 'offset'] : upload ? [fileVariable(upload)] : []) query.delete(name);
  for (const name of paged ? ['page', 'per_page'] : upload && !takesImage(upload) ? ['file_name'] : [])
    query.set(name, undefined);
  if (paged && canContinue(document)) query.set('after', undefined);
  return query;
}

const parametersOf = (type: GraphQLInputType): (readonly [string, Known | undefined])[] => {
  const filter = getNamedType(type);
  return isInputObjectType(filter) ? filterFields(filter).map(({ field, wire }) => [wire, keysOf(field.type)]) : [];
};

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
