import { type Conversion as Recorded, recordConversion } from '../domain/insight/record-conversion.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

export const SenderKind = wireEnum('SenderKind', 'What sends e-mails.', ['transactional', 'campaign', 'automation']);
export const TouchKind = wireEnum('TouchKind', 'What a person does with an e-mail.', ['open', 'click']);
const Status = wireEnum('ConversionStatus', 'What became of a submission.', ['recorded', 'duplicate']);

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
    status: t.expose('status', { type: Status }),
    value: t.expose('value', { type: 'SafeInt', description: 'In the smallest unit of the currency.' }),
    currency: t.exposeString('currency'),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    reference: t.exposeString('reference', { nullable: true }),
    attribution: t.expose('attribution', { type: Attribution, nullable: true }),
  }),
});

const RecordConversionInput = builder.inputType('RecordConversionInput', {
  fields: (t) => ({
    email: t.string({ required: true }),
    value: t.field({ type: 'SafeInt', required: true }),
    currency: t.string({ required: true }),
    occurredAt: t.field({ type: 'DateTime', description: 'Now when absent; at most one day in the future.' }),
    reference: t.string({ description: 'Shared with order events: one reference counts once.' }),
    properties: t.field({ type: 'JSONObject' }),
  }),
});

builder.mutationField('recordConversion', (t) =>
  t.field({
    type: Conversion,
    description: 'Credits a sale as revenue. Send either this or an order event for a sale, not both.',
    args: { input: t.arg({ type: RecordConversionInput, required: true }) },
    resolve: (_, { input }, { scope }) => recordConversion(scope, input),
  }),
);
