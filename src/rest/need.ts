import type { GraphQLSchema } from 'graphql';
import type { Need } from '../http/authenticate.ts';
import { operationOf, rootFieldOf } from './document-parts.ts';
import type { Route } from './route.ts';

/**
 * The permission that the routes of one method and path require, from the root fields of their documents. They must
 * agree, because callers are refused before the body selects one of them.
 */
export function needOf(schema: GraphQLSchema, routes: readonly Pick<Route, 'document' | 'method' | 'path'>[]): Need {
  const needs = new Set(routes.map((route) => needOfRoute(schema, route)));
  if (needs.size !== 1) throw new Error(`${routes[0]?.path}: its routes ask different things of their callers`);
  return [...needs][0] as Need;
}

/** Without a requirement of the field, the method decides, even if a POST changes nothing. */
function needOfRoute(schema: GraphQLSchema, { document, method }: Pick<Route, 'document' | 'method'>): Need {
  const operation = operationOf(document);
  const field = schema.getRootType(operation.operation)?.getFields()[rootFieldOf(operation).name.value];
  return (field?.extensions.need as Need | undefined) ?? (method === 'GET' ? 'read' : 'write');
}
