import type { GraphQLInputField, GraphQLInputObjectType } from 'graphql';
import { wireName } from './wire.ts';

/** The variable of a document that takes each of its fields from a parameter of the query string. */
export const FILTER = 'filter';

/** Filters by several values. REST keeps the name for one value and takes several at commas. */
const SEVERAL: Readonly<Record<string, string>> = { statuses: 'status', states: 'state', outcomes: 'outcome' };

/** The fields of a filter by the names of their parameters. A field for one value gives way to the field for several. */
export function filterFields(filter: GraphQLInputObjectType): { field: GraphQLInputField; wire: string }[] {
  const fields = filter.getFields();
  const replaced = new Set(Object.keys(fields).map((name) => SEVERAL[name]));
  return Object.values(fields)
    .filter(({ name }) => !replaced.has(name))
    .map((field) => ({ field, wire: SEVERAL[field.name] ?? wireName(field.name) }));
}
