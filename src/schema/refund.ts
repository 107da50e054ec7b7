import { shownSale } from '../domain/insight/record-conversion.ts';
import { type Refund as Recorded, refundConversion, refundOrder } from '../domain/insight/refund.ts';
import { builder } from './builder.ts';
import { Conversion, ConversionStatus } from './conversion.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { Sale } from './person.ts';

export const Refund = builder.objectRef<Recorded>('Refund').implement({
  description: 'A refund of a sale. It also lowers the revenue of the credited e-mail.',
  interfaces: [Node],
  fields: (t) => ({
    status: t.expose('status', { type: ConversionStatus }),
    conversionId: t.exposeID('saleId', { description: 'The id of the conversion or order event.' }),
    conversion: t.field({
      type: Conversion,
      description: 'The sale, also if an order event recorded it.',
      resolve: ({ sale }) => shownSale(sale),
    }),
    value: t.expose('value', { type: 'Money', description: "In the currency's smallest unit." }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    refunded: t.expose('refunded', { type: 'Money', description: 'The sum of all refunds of the sale so far.' }),
    remaining: t.expose('left', { type: 'Money', description: 'The value of the sale less refunds.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'The same as `refundReference`.' }),
    refundReference: t.exposeString('reference', {
      nullable: true,
      description: 'Your identifier for the refund. Null once the person is erased.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

export const RefundResult = builder.objectRef<Recorded>('RefundResult').implement({
  fields: (t) => ({
    refund: t.field({ type: Refund, resolve: (refund) => refund }),
    conversion: t.field({
      type: Conversion,
      description: 'The refunded sale after the change, also if an order event recorded it.',
      resolve: ({ sale }) => shownSale(sale),
    }),
    isNew: t.boolean({
      description: 'False if the refund with this identifier was already recorded.',
      resolve: ({ status }) => status === 'recorded',
    }),
  }),
});

const OWN_IDENTIFIER = {
  description: 'Your identifier for the refund. Repeating it returns the first refund, regardless of the value.',
};

const RefundSaleInput = builder.inputType('RefundSaleInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the sale, or its `conversionId`.' }),
    value: t.field({
      type: 'Money',
      description: "In the currency's smallest unit. Default: the full remaining value.",
    }),
    refundReference: t.string(OWN_IDENTIFIER),
    reference: t.string({ description: 'The same as `refundReference`.' }),
  }),
});

const RefundSaleByReferenceInput = builder.inputType('RefundSaleByReferenceInput', {
  fields: (t) => ({
    reference: t.string({ required: true, description: 'The reference of the order event or conversion.' }),
    value: t.field({
      type: 'Money',
      description: "In the currency's smallest unit. Default: the full remaining value.",
    }),
    refundReference: t.string(OWN_IDENTIFIER),
  }),
});

for (const type of [Conversion, Sale]) {
  builder.objectField(type, 'refunds', (t) =>
    t.connection({
      type: Refund,
      description: 'The refunds of the sale, oldest first.',
      args: { offset: t.arg.int() },
      resolve: ({ id }, request, { loaders }) => connection(loaders.refundsOfSale.load({ owner: id, request })),
    }),
  );
}

builder.mutationFields((t) => ({
  refundSale: t.field({
    type: RefundResult,
    description: 'Refunds a sale, at most its remaining value.',
    args: { input: t.arg({ type: RefundSaleInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => refundConversion(scope, id, input),
  }),
  refundSaleByReference: t.field({
    type: RefundResult,
    description:
      'Refunds the sale with this reference, like `refundSale`. Pass a `refundReference`: without one, each call refunds again.',
    args: { input: t.arg({ type: RefundSaleByReferenceInput, required: true }) },
    resolve: (_, { input }, { scope }) => refundOrder(scope, input),
  }),
}));
