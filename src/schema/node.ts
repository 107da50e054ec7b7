import { idsOf } from '../domain/nodes/read-nodes.ts';
import { builder } from './builder.ts';

/** What `node` finds: src/domain/nodes/node-types.ts has the same types. */
export const Node = builder.interfaceRef<{ id: unknown }>('Node').implement({
  description: 'Anything that can be found by its id alone.',
  fields: (t) => ({ id: t.id({ resolve: ({ id }) => String(id) }) }),
});

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'Anything that implements Node, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.node.load(id),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'The rows with these ids, in the same order, at most 100. Null for an id that is not found.',
    args: { ids: t.arg.idList({ required: true }) },
    resolve: (_, args, { loaders }) => idsOf(args).map((id) => loaders.node.load(id)),
  }),
}));
