import { type Refund as Recorded, refundConversion, refundOrder } from '../domain/insight/refund.ts';
import { builder } from './builder.ts';
import { ConversionStatus } from './conversion.ts';
import { Node } from './node.ts';

const Refund = builder.objectRef<Recorded>('Refund').implement({
  description: 'A refund of a sale. It also lowers the revenue of the credited e-mail.',
  interfaces: [Node],
  fields: (t) => ({
    status: t.expose('status', { type: ConversionStatus }),
    conversionId: t.exposeID('saleId', { description: 'The id of the conversion or order event.' }),
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

const OWN_IDENTIFIER = {
  description: 'Your identifier for the refund. Repeating it returns the first refund, regardless of the value.',
};

const RefundConversionInput = builder.inputType('RefundConversionInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the conversion.' }),
    value: t.field({
      type: 'Money',
      description: "In the currency's smallest unit. Default: the full remaining value.",
    }),
    refundReference: t.string(OWN_IDENTIFIER),
    reference: t.string({ description: 'The same as `refundReference`.' }),
  }),
});

const RefundOrderInput = builder.inputType('RefundOrderInput', {
  fields: (t) => ({
    reference: t.string({ required: true, description: 'The reference of the order event or conversion.' }),
    value: t.field({
      type: 'Money',
      description: "In the currency's smallest unit. Default: the full remaining value.",
    }),
    refundReference: t.string(OWN_IDENTIFIER),
  }),
});

builder.mutationFields((t) => ({
  refundConversion: t.field({
    type: Refund,
    description: 'Refunds a sale, at most its remaining value.',
    args: { input: t.arg({ type: RefundConversionInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => refundConversion(scope, id, input),
  }),
  refundOrder: t.field({
    type: Refund,
    description:
      'Refunds the sale with this reference, like `refundConversion`. Pass a `refundReference`: without one, each call refunds again.',
    args: { input: t.arg({ type: RefundOrderInput, required: true }) },
    resolve: (_, { input }, { scope }) => refundOrder(scope, input),
  }),
}));
