import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { NotifiedConversionDocument } from '../generated/documents.ts';
import type { Route } from './route.ts';

type AnyDocument = Route['document'];

/**
 * The documents that find the last resource in a route's path: the document of its read route, or a look-up by id.
 * Empty if the path names no resource.
 */
export function ownersOf(routes: readonly Route[], { path }: Route): AnyDocument[] {
  const [, prefix, name] = /^(.*\/:(\w+))/.exec(path) ?? [];
  if (!prefix) return [];
  const reading = routes.find((route) => route.method === 'GET' && route.path === prefix);
  return reading ? [reading.document] : [...(NO_NODES[name as string] ?? []), lookUp(name as string)];
}

/** Objects without Node. A sale is a node only if it is an order event. */
const NO_NODES: Record<string, AnyDocument[]> = { conversion: [NotifiedConversionDocument] };

const lookUp = (name: string) =>
  parse(`query Owner($${name}: ID!) { node(id: $${name}) { id } }`) as TypedDocumentNode<unknown, never>;
