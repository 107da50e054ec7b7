import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type TypeNode,
  typeFromAST,
} from 'graphql';
import { filterFields } from './filter.ts';
import { isOrder, sortReader } from './sort.ts';
import { wireName, wireValue } from './wire.ts';

/** Converts a value of a JSON body or a query string to the form that a resolver expects. */
export type Reader = (value: unknown) => unknown;

/**
 * The only walk over a GraphQL input type: renames keys, drops unknown ones, reads enumerations and, from a query
 * string, numbers and booleans. Unfit values pass unchanged, because the domain validates everything in one place.
 */
export function readerOf(schema: GraphQLSchema, type: TypeNode, source: 'body' | 'query'): Reader {
  // biome-ignore lint/suspicious/noExplicitAny: typeFromAST is typed for one kind of node at a time
  return compile(typeFromAST(schema, type as any) as GraphQLInputType, source);
}

/** `isRow`: the value is a member of a list, where an empty list does not stand for an object. */
function compile(type: GraphQLInputType, source: 'body' | 'query', isRow = false): Reader {
  if (isNonNullType(type)) return compile(type.ofType, source, isRow);
  if (isListType(type)) {
    const item = compile(type.ofType, source, true);
    if (source === 'query' && isEnumType(getNamedType(type)))
      return (value) =>
        isBlank(value) ? value : (typeof value === 'string' ? value.split(',') : [value].flat()).map(item);
    return (value) => (Array.isArray(value) ? value.map(item) : value);
  }
  if (source === 'query' && isOrder(type)) return sortReader(type);
  if (isInputObjectType(type)) {
    const fields = fieldsIn(type, source).map(({ field, wire }) => ({
      name: field.name,
      wire,
      read: compile(field.type, source),
    }));
    return (given) => {
      const value = !isRow && Array.isArray(given) && given.length === 0 ? {} : given; // PHP's empty object
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const result: Record<string, unknown> = {};
      for (const { name, wire, read } of fields) {
        if (Object.hasOwn(value, wire)) result[name] = read((value as Record<string, unknown>)[wire]);
      }
      return result;
    };
  }
  if (isEnumType(type)) {
    const values = new Map(type.getValues().map((one) => [wireValue(one), one.value]));
    return (value) => values.get(value as string) ?? value;
  }
  if (source === 'query' && isScalarType(type)) return FROM_QUERY[type.name] ?? asItIs;
  return asItIs;
}

/** The fields of an input with their keys in a body, or a filter with its parameters. */
const fieldsIn = (type: GraphQLInputObjectType, source: 'body' | 'query') =>
  source === 'query'
    ? filterFields(type)
    : Object.values(type.getFields()).map((field) => ({ field, wire: wireName(field.name) }));

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const asItIs: Reader = (value) => value;
const number: Reader = (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value);
const FROM_QUERY: Record<string, Reader> = {
  Int: number,
  SafeInt: number,
  Boolean: (value) => (value === 'true' ? true : value === 'false' ? false : value),
};
