import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import type { Route } from './route.ts';

/**
 * The document that finds the resource that a route's path names last: that of the route which reads it, or else a
 * look-up of its id. Undefined where the path names none.
 */
export function ownerOf(routes: readonly Route[], { path }: Route): Route['document'] | undefined {
  const [, prefix, name] = /^(.*\/:(\w+))/.exec(path) ?? [];
  if (!prefix) return undefined;
  const reading = routes.find((route) => route.method === 'GET' && route.path === prefix);
  return reading?.document ?? lookUp(name as string);
}

const lookUp = (name: string) =>
  parse(`query Owner($${name}: ID!) { node(id: $${name}) { id } }`) as TypedDocumentNode<unknown, never>;
