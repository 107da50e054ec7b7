import { type Conversion as Recorded, recordConversion } from '../domain/insight/record-conversion.ts';
import { updateConversion, updateOrder } from '../domain/insight/update-sale.ts';
import { builder } from './builder.ts';
import { openEnum, wireEnum } from './enums.ts';

export const SenderKind = openEnum('SenderKind', 'The kind of sender of an e-mail.', [
  'transactional',
  'campaign',
  'automation',
]);
export const EngagementKind = wireEnum('EngagementKind', 'Whether the person opened or clicked an e-mail.', [
  'open',
  'click',
]);
export const ConversionStatus = wireEnum('ConversionStatus', 'Whether a conversion was recorded.', [
  'recorded',
  'duplicate',
]);

export const Attribution = builder.objectRef<NonNullable<Recorded['attribution']>>('Attribution').implement({
  description: 'The last e-mail that the person opened or clicked before the sale.',
  fields: (t) => ({
    sender: t.expose('sender', { type: SenderKind }),
    senderId: t.exposeID('senderId'),
    engagement: t.expose('touch', { type: EngagementKind, description: 'Whether the person opened or clicked it.' }),
    engagedAt: t.expose('touchedAt', { type: 'DateTime', description: 'When the person opened or clicked it.' }),
  }),
});

export const Conversion = builder.objectRef<Recorded>('Conversion').implement({
  description: 'A sale counted as revenue.',
  fields: (t) => ({
    conversionId: t.exposeID('id', { description: 'The id of the conversion or order event.' }),
    status: t.expose('status', { type: ConversionStatus }),
    value: t.expose('value', { type: 'Money', description: "In the currency's smallest unit." }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    refunded: t.expose('refunded', { type: 'Money', description: 'The sum of all refunds so far.' }),
    remaining: t.expose('left', { type: 'Money', description: 'The value less refunds.' }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    reference: t.exposeString('reference', { nullable: true }),
    attribution: t.expose('attribution', { type: Attribution, nullable: true }),
  }),
});

export const RecordedConversion = builder.objectRef<Recorded>('RecordedConversion').implement({
  fields: (t) => ({
    conversion: t.field({ type: Conversion, resolve: (conversion) => conversion }),
    isNew: t.boolean({
      description: 'False if a sale with this reference was already recorded.',
      resolve: ({ status }) => status === 'recorded',
    }),
  }),
});

export const CorrectedConversion = builder.objectRef<Recorded>('CorrectedConversion').implement({
  description: 'The corrected sale, and warnings about it.',
  fields: (t) => ({
    conversion: t.field({
      type: Conversion,
      description: 'The sale after the change, also if an order event recorded it.',
      resolve: (conversion) => conversion,
    }),
  }),
});

const RecordSaleInput = builder.inputType('RecordSaleInput', {
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: "The person's e-mail address." }),
    value: t.field({
      type: 'Money',
      required: true,
      description: "In the currency's smallest unit: 1250 means 12.50.",
    }),
    currency: t.field({ type: 'CurrencyCode', required: true, description: 'Three letters, such as EUR.' }),
    occurredAt: t.field({ type: 'DateTime', description: 'At most one day in the future. Default: now.' }),
    reference: t.string({
      description: 'Your identifier for the sale. Conversions and order events with the same reference count once.',
    }),
    properties: t.field({ type: 'JSONObject', description: 'Any details of the sale.' }),
  }),
});

const VALUE = {
  type: 'Money',
  required: true,
  description: "In the currency's smallest unit. At least the sum of all refunds so far.",
} as const;
const CURRENCY = { description: 'The currency of the sale, as a safety check. Cannot be changed.' };

const UpdateSaleInput = builder.inputType('UpdateSaleInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the sale, or its `conversionId`.' }),
    value: t.field(VALUE),
    currency: t.field({ type: 'CurrencyCode', ...CURRENCY }),
  }),
});

const UpdateSaleByReferenceInput = builder.inputType('UpdateSaleByReferenceInput', {
  fields: (t) => ({
    reference: t.string({ required: true, description: 'The reference of the order event or conversion.' }),
    value: t.field(VALUE),
    currency: t.field({ type: 'CurrencyCode', ...CURRENCY }),
  }),
});

builder.queryField('conversion', (t) =>
  t.field({
    type: Conversion,
    nullable: true,
    description: 'A conversion by id. Order events are not conversions.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.recordedConversion.load(id),
  }),
);

builder.mutationFields((t) => ({
  recordSale: t.field({
    type: RecordedConversion,
    description: 'Records a sale as revenue. For each sale, send either this or an order event.',
    args: { input: t.arg({ type: RecordSaleInput, required: true }) },
    resolve: (_, { input }, { scope }) => recordConversion(scope, input),
  }),
  updateSale: t.field({
    type: CorrectedConversion,
    description:
      'Corrects the value of a sale after an order was edited. Takes the id of the sale, or of its conversion or order event. Reports are updated.',
    args: { input: t.arg({ type: UpdateSaleInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => updateConversion(scope, id, input),
  }),
  updateSaleByReference: t.field({
    type: CorrectedConversion,
    description: 'Corrects the value of the sale with this reference, like `updateSale`.',
    args: { input: t.arg({ type: UpdateSaleByReferenceInput, required: true }) },
    resolve: (_, { input }, { scope }) => updateOrder(scope, input),
  }),
}));
