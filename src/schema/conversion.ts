import { type Conversion as Recorded, recordConversion } from '../domain/insight/record-conversion.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

export const SenderKind = wireEnum('SenderKind', 'The kind of sender of an e-mail.', [
  'transactional',
  'campaign',
  'automation',
]);
export const TouchKind = wireEnum('TouchKind', 'Whether the person opened or clicked.', ['open', 'click']);
export const ConversionStatus = wireEnum('ConversionStatus', 'Whether a conversion was recorded.', [
  'recorded',
  'duplicate',
]);

export const Attribution = builder.objectRef<NonNullable<Recorded['attribution']>>('Attribution').implement({
  description: 'The last e-mail that the person opened or clicked before the sale.',
  fields: (t) => ({
    sender: t.expose('sender', { type: SenderKind }),
    senderId: t.exposeID('senderId'),
    touch: t.expose('touch', { type: TouchKind }),
    touchedAt: t.expose('touchedAt', { type: 'DateTime' }),
  }),
});

const Conversion = builder.objectRef<Recorded>('Conversion').implement({
  description: 'A sale credited as revenue.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: ConversionStatus }),
    value: t.expose('value', { type: 'SafeInt', description: 'In the smallest unit of the currency.' }),
    currency: t.exposeString('currency'),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    reference: t.exposeString('reference', { nullable: true }),
    attribution: t.expose('attribution', { type: Attribution, nullable: true }),
  }),
});

const RecordConversionInput = builder.inputType('RecordConversionInput', {
  fields: (t) => ({
    email: t.string({ required: true, description: 'The address of the person.' }),
    value: t.field({
      type: 'SafeInt',
      required: true,
      description: 'In the smallest unit of the currency: 1250 are 12.50.',
    }),
    currency: t.string({ required: true, description: 'Three letters, such as EUR.' }),
    occurredAt: t.field({ type: 'DateTime', description: 'At most one day in the future. Default: now.' }),
    reference: t.string({
      description:
        'Your own identifier of the sale. A reference counts once, in conversions and order events together.',
    }),
    properties: t.field({ type: 'JSONObject', description: 'Anything that describes the sale.' }),
  }),
});

builder.queryField('conversion', (t) =>
  t.field({
    type: Conversion,
    nullable: true,
    description: 'A conversion, by its id. An order event is none.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.recordedConversion.load(id),
  }),
);

builder.mutationField('recordConversion', (t) =>
  t.field({
    type: Conversion,
    description: 'Records a sale as revenue. For each sale send either this or an order event, not both.',
    args: { input: t.arg({ type: RecordConversionInput, required: true }) },
    resolve: (_, { input }, { scope }) => recordConversion(scope, input),
  }),
);
