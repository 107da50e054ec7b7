import type { GraphQLSchema } from 'graphql';
import type { Permission } from '../http/authenticate.ts';
import { operationOf, rootFieldOf } from './document-parts.ts';
import type { Route } from './route.ts';

/**
 * The permission that the routes of one method and path require, from the root fields of their documents. They must
 * agree, because callers are refused before the body selects one of them.
 */
export function permissionOf(
  schema: GraphQLSchema,
  routes: readonly Pick<Route, 'document' | 'method' | 'path'>[],
): Permission {
  const permissions = new Set(routes.map((route) => permissionOfRoute(schema, route)));
  if (permissions.size !== 1) throw new Error(`${routes[0]?.path}: its routes require different permissions`);
  return [...permissions][0] as Permission;
}

/** Without a requirement of the field, the method decides, even if a POST changes nothing. */
function permissionOfRoute(
  schema: GraphQLSchema,
  { document, method }: Pick<Route, 'document' | 'method'>,
): Permission {
  const operation = operationOf(document);
  const field = schema.getRootType(operation.operation)?.getFields()[rootFieldOf(operation).name.value];
  return (field?.extensions.permission as Permission | undefined) ?? (method === 'GET' ? 'read' : 'write');
}
