import type { GraphQLSchema } from 'graphql';
import type { Need } from '../http/authenticate.ts';
import { operationOf, rootFieldOf } from './document-parts.ts';
import type { Route } from './route.ts';

/**
 * What the routes of one method and path ask of their caller: what the root fields of their documents do. A caller is
 * refused before it is known which of them it wants, so they must agree.
 */
export function needOf(schema: GraphQLSchema, routes: readonly Pick<Route, 'document' | 'method' | 'path'>[]): Need {
  const needs = new Set(routes.map((route) => needOfRoute(schema, route)));
  if (needs.size !== 1) throw new Error(`${routes[0]?.path}: its routes ask different things of their callers`);
  return [...needs][0] as Need;
}

/** What no field asks for itself goes by the method, also where a POST changes nothing. */
function needOfRoute(schema: GraphQLSchema, { document, method }: Pick<Route, 'document' | 'method'>): Need {
  const operation = operationOf(document);
  const field = schema.getRootType(operation.operation)?.getFields()[rootFieldOf(operation).name.value];
  return (field?.extensions.need as Need | undefined) ?? (method === 'GET' ? 'read' : 'write');
}
