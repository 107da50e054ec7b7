import { AB_TEST_MEASURES } from '../domain/campaigns/ab-test-input.ts';
import type { Campaign as CampaignRow } from '../domain/campaigns/campaigns.ts';
import { pickVariant } from '../domain/campaigns/decide-ab-test.ts';
import { abTestOf, type Variant } from '../domain/campaigns/variants.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { Template } from './template.ts';

const Measure = wireEnum('AbTestMeasure', 'What the variants of an A/B test are compared by.', AB_TEST_MEASURES, {
  opens: 'Messages that a human opened, per delivered message.',
  clicks: 'Messages in which a human clicked, per delivered message.',
  revenue: 'Credited revenue per delivered message, in the currency that most of the sales have.',
  manual: 'Somebody picks.',
});

const DecidedBy = wireEnum('AbTestDecidedBy', 'Who decided an A/B test.', ['rule', 'hand'], {
  rule: 'The figures, when its time had come.',
  hand: 'Somebody who picked.',
});

const CampaignVariant = builder.objectRef<Variant & { number: number }>('CampaignVariant').implement({
  description: 'One form of a campaign. What is null is as the campaign says.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1.' }),
    name: t.exposeString('name'),
    subject: t.exposeString('subject', { nullable: true, description: 'In Liquid.' }),
    templateId: t.exposeID('templateId', { nullable: true }),
    templateName: t.string({
      nullable: true,
      description: 'Null, too, once the template is deleted.',
      resolve: ({ templateId }, _, { loaders }) => loadIfAny(loaders.templateName, templateId ?? null),
    }),
    template: t.field({
      type: Template,
      nullable: true,
      description: 'Null, too, once the template is deleted.',
      resolve: ({ templateId }, _, { loaders }) => loadIfAny(loaders.template, templateId ?? null),
    }),
    fromName: t.exposeString('fromName', { nullable: true }),
    preheader: t.exposeString('preheader', {
      nullable: true,
      description: 'What inboxes show after the subject. In Liquid.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description:
        'The text part, in Liquid. Null: that of the campaign; with a template of its own that of the template, or one that is made from its HTML.',
    }),
  }),
});

/** A campaign that has a test. */
const AbTest = builder.objectRef<CampaignRow>('AbTest').implement({
  description:
    'An A/B test: a sample gets the variants in even shares, and the rest gets the winner. Decided once, at `decideAt` or by `pickVariant`.',
  fields: (t) => ({
    variants: t.field({
      type: [CampaignVariant],
      resolve: (campaign) => abTestOf(campaign)!.variants.map((variant, index) => ({ ...variant, number: index + 1 })),
    }),
    samplePercent: t.int({
      description: 'The share of the recipients who are in the sample. 100: everybody, and there is no rest.',
      resolve: (campaign) => abTestOf(campaign)!.samplePercent,
    }),
    decideAfter: t.string({
      nullable: true,
      description: 'Time from the beginning of sending to the decision, an ISO 8601 duration.',
      resolve: (campaign) => abTestOf(campaign)!.decideAfter,
    }),
    by: t.field({ type: Measure, resolve: (campaign) => abTestOf(campaign)!.by }),
    decideAt: t.expose('decideAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null before sending begins, and when there is no rest or somebody picks.',
    }),
    winner: t.exposeInt('winner', { nullable: true, description: 'The number of the variant that the rest gets.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    decidedBy: t.field({
      type: DecidedBy,
      nullable: true,
      resolve: ({ decidedBy }) => decidedBy as 'rule' | 'hand' | null,
    }),
  }),
});

builder.prismaObjectField(Campaign, 'test', (t) =>
  t.field({
    type: AbTest,
    nullable: true,
    description: 'Null: everybody gets the same.',
    resolve: (campaign) => (campaign.test ? campaign : null),
  }),
);

const CampaignVariantInput = builder.inputType('CampaignVariantInput', {
  description: 'One form of a campaign. What is absent is as the campaign says.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Differs from those of the other variants.' }),
    subject: t.string({ description: 'In Liquid.' }),
    template: t.string({ description: 'Name of a template.' }),
    fromName: t.string({ description: 'The name of the sender.' }),
    preheader: t.string({ description: 'What inboxes show after the subject. In Liquid.' }),
    text: t.string({
      description:
        'The text part, in Liquid. Default: that of the campaign; with a template of its own that of the template, or one that is made from its HTML.',
    }),
  }),
});

export const AbTestInput = builder.inputType('AbTestInput', {
  fields: (t) => ({
    variants: t.field({
      type: [CampaignVariantInput],
      required: true,
      description: 'From 2 to 6, which differ in something.',
    }),
    samplePercent: t.int({
      required: true,
      description: 'From 1 to 100: the share of the recipients who are in the sample. 100: everybody.',
    }),
    decideAfter: t.string({
      description:
        'An ISO 8601 duration from PT10M to P7D. Required, unless somebody picks (`by` is MANUAL) or everybody is in the sample.',
    }),
    by: t.field({ type: Measure, required: true }),
  }),
});

const PickVariantInput = builder.inputType('PickVariantInput', {
  fields: (t) => ({ variant: t.int({ required: true, description: 'The number of the variant, from 1.' }) }),
});

builder.mutationField('pickVariant', (t) =>
  t.field({
    type: Campaign,
    description:
      'Decides an A/B test by hand while the campaign is sent or paused: the rest gets this variant. Fails with CONFLICT when it is decided already.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: PickVariantInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => pickVariant(scope, id, input),
  }),
);
