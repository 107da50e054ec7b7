import {
  type DocumentNode,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { variablesIn } from './document-parts.ts';
import { inputTypeOf } from './openapi/written-input.ts';
import { wireName } from './wire.ts';

/** The names in a path: `list` of `/lists/:list/segments`. */
export const namesIn = (path: string): string[] =>
  path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));

/** The field of an input that a part of the path fills: the field of that name, or else its id. */
export const fieldOfPath = (type: GraphQLInputObjectType, name: string): string =>
  Object.keys(type.getFields()).find((field) => wireName(field) === name) ?? 'id';

/** The type of a document's variable `input`, if it has one. */
export function wholeInput(schema: GraphQLSchema, document: DocumentNode): GraphQLInputObjectType | undefined {
  const input = variablesIn(document).find(({ variable }) => variable.name.value === 'input');
  const type = input && getNamedType(inputTypeOf(schema, input.type));
  return isInputObjectType(type) ? type : undefined;
}

/** The parts of a path that no variable of a document takes, so that its input does: the name, then the field. */
export function pathFields(document: DocumentNode, path: string, input: GraphQLInputObjectType): Map<string, string> {
  const taken = new Set(variablesIn(document).map(({ variable }) => wireName(variable.name.value)));
  const names = namesIn(path).filter((name) => !taken.has(name));
  return new Map(names.map((name) => [name, fieldOfPath(input, name)]));
}

/** An input type as the body has it: without the fields that the path fills. */
export function bodyType(type: GraphQLInputType, document: DocumentNode, path: string): GraphQLInputType {
  const input = getNamedType(type);
  if (!isInputObjectType(input)) return type;
  const filled = new Set(pathFields(document, path, input).values());
  if (filled.size === 0) return type;
  const { fields, ...rest } = input.toConfig();
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !filled.has(name)));
  const body = new GraphQLInputObjectType({ ...rest, fields: kept });
  return isNonNullType(type) ? new GraphQLNonNull(body) : body;
}
