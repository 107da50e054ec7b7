import { listSales } from '../domain/insight/sales.ts';
import { saleNodeId } from '../domain/nodes/part-nodes.ts';
import { builder } from './builder.ts';
import { Conversion, CorrectedConversion, RecordedConversion } from './conversion.ts';
import { connection } from './pagination.ts';
import { FAILS_ALONE } from './permissions.ts';
import { Person, Sale } from './person.ts';
import { Refund, RefundResult } from './refund.ts';

builder.objectField(Sale, 'person', (t) =>
  t.field({
    type: Person,
    nullable: true,
    description: 'Null once the person is erased.',
    resolve: async ({ personKey }, _, { loaders }) =>
      personKey === null ? null : ((await loaders.personByKey.load(personKey)) ?? null),
  }),
);

const OF_SALE = {
  type: Sale,
  nullable: true,
  description: 'The same as a row of `sales`, which caches update by its id. Null once it was removed.',
} as const;

builder.objectField(Conversion, 'sale', (t) =>
  t.field({ ...OF_SALE, resolve: (sale, _, { loaders }) => loaders.sale.load(saleNodeId(sale)) }),
);

builder.objectField(Refund, 'sale', (t) =>
  t.field({ ...OF_SALE, resolve: ({ saleId }, _, { loaders }) => loaders.sale.load(saleNodeId({ id: saleId })) }),
);

builder.objectField(RecordedConversion, 'sale', (t) =>
  t.field({
    type: Sale,
    description: 'The recorded sale, or the earlier one with the same reference.',
    resolve: ({ sale }) => sale,
  }),
);

for (const result of [CorrectedConversion, RefundResult]) {
  builder.objectField(result, 'sale', (t) =>
    t.field({ type: Sale, description: 'The sale after the change.', resolve: ({ sale }) => sale }),
  );
}

builder.queryField('sale', (t) =>
  t.field({
    type: Sale,
    nullable: true,
    description: 'A sale by id, which is its `conversionId` and `.sale`.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.sale.load(id),
  }),
);

builder.queryField('sales', (t) =>
  t.connection({
    type: Sale,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'The sales of the team, most recent first.',
    args: {
      since: t.arg({ type: 'DateTime', description: 'Only sales from this time on.' }),
      until: t.arg({ type: 'DateTime', description: 'Only sales before this time.' }),
      refunded: t.arg.boolean({ description: 'Whether the sale has refunds.' }),
      offset: t.arg.int(),
    },
    resolve: (_, args, { scope }) => connection(listSales(scope, args)),
  }),
);
