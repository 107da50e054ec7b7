import { idsOf } from '../domain/nodes/read-nodes.ts';
import { builder } from './builder.ts';

/** What `node` finds: src/domain/nodes/kinds.ts has the same types. */
export const Node = builder.interfaceRef<{ id: unknown }>('Node').implement({
  description: 'What can be found by its id alone.',
  fields: (t) => ({ id: t.id({ resolve: ({ id }) => String(id) }) }),
});

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.node.load(id),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'In the order of the ids, at most 100; null for what is not there.',
    args: { ids: t.arg.idList({ required: true }) },
    resolve: (_, args, { loaders }) => idsOf(args).map((id) => loaders.node.load(id)),
  }),
}));
