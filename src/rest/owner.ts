import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { ToldConversionDocument } from '../generated/documents.ts';
import type { Route } from './route.ts';

type AnyDocument = Route['document'];

/**
 * The documents, one of which finds the resource that a route's path names last: that of the route which reads it, or else
 * a look-up of its id. None where the path names none.
 */
export function ownersOf(routes: readonly Route[], { path }: Route): AnyDocument[] {
  const [, prefix, name] = /^(.*\/:(\w+))/.exec(path) ?? [];
  if (!prefix) return [];
  const reading = routes.find((route) => route.method === 'GET' && route.path === prefix);
  return reading ? [reading.document] : [...(NO_NODES[name as string] ?? []), lookUp(name as string)];
}

/** What is no node. A sale is one only when it is an order event. */
const NO_NODES: Record<string, AnyDocument[]> = { conversion: [ToldConversionDocument] };

const lookUp = (name: string) =>
  parse(`query Owner($${name}: ID!) { node(id: $${name}) { id } }`) as TypedDocumentNode<unknown, never>;
