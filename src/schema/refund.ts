import { type Refund as Recorded, refundConversion, refundOrder } from '../domain/insight/refund.ts';
import { builder } from './builder.ts';
import { ConversionStatus } from './conversion.ts';

const Refund = builder.objectRef<Recorded>('Refund').implement({
  description: 'Revenue that was taken back from a sale, and from the e-mail that it is credited to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: ConversionStatus }),
    saleId: t.exposeID('saleId', { description: 'The id of the conversion, or of the order event.' }),
    value: t.expose('value', { type: 'SafeInt', description: 'In the smallest unit of the currency.' }),
    currency: t.exposeString('currency'),
    refunded: t.expose('refunded', { type: 'SafeInt', description: 'The sum of all refunds of the sale so far.' }),
    left: t.expose('left', { type: 'SafeInt', description: 'What is left of the sale.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'The same as `refundReference`.' }),
    refundReference: t.exposeString('reference', {
      nullable: true,
      description: 'Your own identifier of the refund. Null once the person was erased.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const OWN_IDENTIFIER = {
  description:
    'Your own identifier of the refund. A sale records it once: the same one again answers with the first refund, whatever its value.',
};

const RefundConversionInput = builder.inputType('RefundConversionInput', {
  fields: (t) => ({
    value: t.field({
      type: 'SafeInt',
      description: 'In the smallest unit of the currency. Default: all that is left.',
    }),
    refundReference: t.string(OWN_IDENTIFIER),
    reference: t.string({ description: 'The older name of `refundReference`.' }),
  }),
});

const RefundOrderInput = builder.inputType('RefundOrderInput', {
  fields: (t) => ({
    reference: t.string({ required: true, description: 'The reference of the order event or conversion.' }),
    value: t.field({
      type: 'SafeInt',
      description: 'In the smallest unit of the currency. Default: all that is left.',
    }),
    refundReference: t.string(OWN_IDENTIFIER),
  }),
});

builder.mutationFields((t) => ({
  refundConversion: t.field({
    type: Refund,
    description: 'Takes revenue back from a sale. Never more than is left of it.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: RefundConversionInput }) },
    resolve: (_, { id, input }, { scope }) => refundConversion(scope, id, input),
  }),
  refundOrder: t.field({
    type: Refund,
    description:
      'Takes revenue back where it was credited, as `refundConversion` does, for the sale with this reference. Give a `refundReference`: without one, each call refunds again.',
    args: { input: t.arg({ type: RefundOrderInput, required: true }) },
    resolve: (_, { input }, { scope }) => refundOrder(scope, input),
  }),
}));
