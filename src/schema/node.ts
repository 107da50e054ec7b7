import { idsOf } from '../domain/nodes/read-nodes.ts';
import { builder } from './builder.ts';

/** The types behind `node`. src/domain/nodes/node-types.ts lists the same types. */
export const Node = builder.interfaceRef<{ id: unknown }>('Node').implement({
  description: 'Any object that can be fetched by id.',
  fields: (t) => ({ id: t.id({ resolve: ({ id }) => String(id) }) }),
});

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'Any Node by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.node.load(id),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'The objects with these ids, in the same order. At most 100. Null for unknown ids.',
    args: { ids: t.arg.idList({ required: true }) },
    resolve: (_, args, { loaders }) => idsOf(args).map((id) => loaders.node.load(id)),
  }),
}));
