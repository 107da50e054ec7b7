import { AB_TEST_MEASURES } from '../domain/campaigns/ab-test-input.ts';
import type { Campaign as CampaignRow } from '../domain/campaigns/campaigns.ts';
import { pickVariant } from '../domain/campaigns/decide-ab-test.ts';
import { abTestOf, type Variant } from '../domain/campaigns/variants.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { Template } from './template.ts';

const Measure = wireEnum(
  'AbTestMeasure',
  'The measure by which the variants of an A/B test are compared.',
  AB_TEST_MEASURES,
  {
    opens: 'Messages opened by a human, per delivered message.',
    clicks: 'Messages with a click by a human, per delivered message.',
    revenue: 'Credited revenue per delivered message, in the most frequent currency of the sales.',
    manual: 'A person chooses the winner.',
  },
);

const DecidedBy = builder.enumType('AbTestDecidedBy', {
  description: 'How an A/B test was decided.',
  values: {
    AUTOMATIC: { value: 'rule', description: 'By the results at `decideAt`.' },
    MANUAL: { value: 'hand', description: 'By a person.' },
  } as const,
});

const CampaignVariant = builder.objectRef<Variant & { number: number }>('CampaignVariant').implement({
  description: "A variant of a campaign. Null fields default to the campaign's.",
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The variant number, starting at 1.' }),
    name: t.exposeString('name'),
    subject: t.exposeString('subject', { nullable: true, description: 'Liquid template.' }),
    templateId: t.exposeID('templateId', { nullable: true }),
    templateName: t.string({
      nullable: true,
      description: 'Also null once the template is deleted.',
      resolve: ({ templateId }, _, { loaders }) => loadIfAny(loaders.templateName, templateId ?? null),
    }),
    template: t.field({
      type: Template,
      nullable: true,
      description: 'Also null once the template is deleted.',
      resolve: ({ templateId }, _, { loaders }) => loadIfAny(loaders.template, templateId ?? null),
    }),
    fromName: t.exposeString('fromName', { nullable: true }),
    preheader: t.exposeString('preheader', {
      nullable: true,
      description: 'Shown after the subject in inboxes. Liquid template.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description:
        "The text part, in Liquid. Null: the campaign's text; if the variant has its own template, that template's text, or text generated from its HTML.",
    }),
  }),
});

/** A campaign with an A/B test. */
const AbTest = builder.objectRef<CampaignRow>('AbTest').implement({
  description:
    'An A/B test. A sample gets the variants in equal shares; everyone else gets the winner. Decided once, at `decideAt` or by `pickCampaignVariant`.',
  fields: (t) => ({
    variants: t.field({
      type: [CampaignVariant],
      resolve: (campaign) => abTestOf(campaign)!.variants.map((variant, index) => ({ ...variant, number: index + 1 })),
    }),
    samplePercent: t.int({
      description: 'Percentage of recipients in the sample. At 100, everyone is in the sample.',
      resolve: (campaign) => abTestOf(campaign)!.samplePercent,
    }),
    decideAfter: t.field({
      type: 'Duration',
      nullable: true,
      description: 'Time from the start of sending to the decision, as an ISO 8601 duration.',
      resolve: (campaign) => abTestOf(campaign)!.decideAfter,
    }),
    winnerBy: t.field({ type: Measure, resolve: (campaign) => abTestOf(campaign)!.by }),
    decideAt: t.expose('decideAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null before sending starts, when everyone is in the sample, and when a person chooses the winner.',
    }),
    winner: t.exposeInt('winner', { nullable: true, description: 'The number of the winning variant.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    decidedBy: t.field({
      type: DecidedBy,
      nullable: true,
      resolve: ({ decidedBy }) => decidedBy as 'rule' | 'hand' | null,
    }),
  }),
});

builder.prismaObjectField(Campaign, 'abTest', (t) =>
  t.field({
    type: AbTest,
    nullable: true,
    description: 'Null if the campaign has no A/B test.',
    resolve: (campaign) => (campaign.test ? campaign : null),
  }),
);

const CampaignVariantInput = builder.inputType('CampaignVariantInput', {
  description: "A variant of a campaign. Missing fields default to the campaign's.",
  fields: (t) => ({
    name: t.string({ required: true, description: 'Must be unique among the variants.' }),
    subject: t.string({ description: 'Liquid template.' }),
    template: t.string({ description: 'The name or id of a template.' }),
    fromName: t.string({ description: 'Sender name.' }),
    preheader: t.string({ description: 'Shown after the subject in inboxes. Liquid template.' }),
    text: t.string({
      description:
        "The text part, in Liquid. Default: the campaign's text; if the variant has its own template, that template's text, or text generated from its HTML.",
    }),
  }),
});

export const AbTestInput = builder.inputType('AbTestInput', {
  fields: (t) => ({
    variants: t.field({
      type: [CampaignVariantInput],
      required: true,
      description: '2 to 6 variants. Each must differ from the others.',
    }),
    samplePercent: t.int({
      required: true,
      description: 'Percentage of recipients in the sample, from 1 to 100.',
    }),
    decideAfter: t.field({
      type: 'Duration',
      description:
        'An ISO 8601 duration from PT10M to P7D. Required unless `winnerBy` is MANUAL or `samplePercent` is 100.',
    }),
    winnerBy: t.field({ type: Measure, required: true }),
  }),
});

const PickCampaignVariantInput = builder.inputType('PickCampaignVariantInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the campaign.' }),
    variant: t.int({ required: true, description: 'The variant number, starting at 1.' }),
  }),
});

builder.mutationField('pickCampaignVariant', (t) =>
  t.field({
    type: Campaign,
    description:
      'Chooses the winner of an A/B test while the campaign is being sent or paused. Everyone outside the sample gets this variant. Fails with CONFLICT (`NO_AB_TEST`, `ALL_IN_SAMPLE`, `NOT_SENDING` or `ALREADY_DECIDED`) if no winner can be chosen, or one is already decided.',
    args: { input: t.arg({ type: PickCampaignVariantInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => pickVariant(scope, id, input),
  }),
);
