import { type ObjectRef, RootFieldBuilder } from '@pothos/core';
import type { Page } from '../domain/page.ts';
import { builder, type SchemaTypes } from './builder.ts';

type Node = ObjectRef<Types, object>;
type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

const connectionTypes = new Map<Node, ReturnType<typeof connectionTypeOf>>();

const connectionTypeOf = (type: Node) =>
  builder.connectionObject({ type, name: `${type.name}Connection` }, { name: `${type.name}Edge` });

/**
 * Pothos creates a connection type for each field. Here all fields that page one type share one, so clients can share
 * fragments: `t.connection({ type: Subscriber, … })` is always a `SubscriberConnection`.
 */
const fields = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<Types, unknown>;
const connectionField = fields.connection;
fields.connection = function (this: typeof fields, options: { type: Node }) {
  const shared = connectionTypes.get(options.type) ?? connectionTypeOf(options.type);
  connectionTypes.set(options.type, shared);
  return connectionField.apply(this, [options, shared] as never);
} as typeof connectionField;

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'The total number of rows. Counted only if selected.',
    resolve: (page) => page.total(),
  }),
);

/** A page of the domain as a Relay connection. Cursors are computed on request. */
export async function connection<Row extends object>(reading: Promise<Page<Row>>) {
  const { rows, hasNextPage, hasPreviousPage, cursorOf, total } = await reading;
  const edges = rows.map((node) => ({
    node,
    get cursor() {
      return cursorOf(node);
    },
  }));
  const pageInfo = {
    hasNextPage,
    hasPreviousPage,
    get startCursor() {
      return edges[0]?.cursor ?? null;
    },
    get endCursor() {
      return edges.at(-1)?.cursor ?? null;
    },
  };
  return { edges, pageInfo, total };
}
