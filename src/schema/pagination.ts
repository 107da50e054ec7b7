import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Page } from '../domain/page.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';

builder.globalConnectionField('totalCount', (t) =>
  t.int({ description: 'How many there are in all; counted only when asked for.', resolve: (page) => page.total() }),
);

/** A page of the domain as a Relay connection. */
export async function connection<Row extends object>(reading: Promise<Page<Row>>) {
  const { rows, hasNextPage, hasPreviousPage, cursorOf, total } = await reading;
  const edges = rows.map((node) => ({ node, cursor: cursorOf(node) }));
  const ends = { startCursor: edges[0]?.cursor ?? null, endCursor: edges.at(-1)?.cursor ?? null };
  return { edges, pageInfo: { hasNextPage, hasPreviousPage, ...ends }, total };
}

/** What the selection of a connection's nodes wants loaded along, so that relations cost one statement each. */
export const nodesQuery = (context: Context, info: GraphQLResolveInfo) =>
  queryFromInfo({ context, info, paths: [['nodes'], ['edges', 'node']] });
