import { createCampaign, duplicateCampaign, updateCampaign } from '../domain/campaigns/campaigns.ts';
import { deleteCampaign } from '../domain/campaigns/delete-campaign.ts';
import { listCampaigns } from '../domain/campaigns/list-campaigns.ts';
import { resendCampaign } from '../domain/campaigns/resend-campaign.ts';
import { builder } from './builder.ts';
import { Campaign, campaignFilters, ResendAudience } from './campaign.ts';
import { CreateCampaignInput, UpdateCampaignInput } from './campaign-input.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { MachineOpens } from './machine-opens.ts';
import { connection } from './pagination.ts';

const ResendCampaignInput = builder.inputType('ResendCampaignInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the campaign.' }),
    resendAudience: t.field({ type: ResendAudience, required: true }),
    machineOpens: t.field({
      type: MachineOpens,
      defaultValue: 'ignore',
      description:
        'For `NOT_OPENED`. `COUNT` treats machine opens as opens and excludes those people. Default: `IGNORE`.',
    }),
    subject: t.string({ description: "Liquid template. Default: the campaign's subject." }),
  }),
});

builder.queryFields((t) => ({
  campaign: t.field({
    type: Campaign,
    nullable: true,
    description: 'A campaign by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.campaign.load(id),
  }),
  campaigns: t.connection({
    type: Campaign,
    description: 'The campaigns of the team. Default order: newest first.',
    args: {
      listId: t.arg.id({ description: 'Only campaigns to this list. An unknown id returns an empty page.' }),
      seriesId: t.arg.id({ description: 'Only occurrences of this campaign.' }),
      ...campaignFilters,
    },
    resolve: (_, args, { scope }) => connection(listCampaigns(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  duplicateCampaign: t.field({
    type: Campaign,
    description: 'Creates a draft with the same content, audience and settings. Works for campaigns of any status.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => duplicateCampaign(scope, id),
  }),
  resendCampaign: t.field({
    type: Campaign,
    description:
      'Creates a draft with the same content for people who did not open the campaign, or did not click. The recipients are determined when the draft is sent. Fails with CONFLICT (`NOT_SENT`) unless the campaign was sent or is being sent.',
    args: { input: t.arg({ type: ResendCampaignInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => resendCampaign(scope, id, input),
  }),
  createCampaign: t.field({
    type: Campaign,
    description: 'Creates a campaign as a draft.',
    args: { input: t.arg({ type: CreateCampaignInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createCampaign(scope, installation.outbound, input),
  }),
  updateCampaign: t.field({
    type: Campaign,
    description: 'Updates a campaign. Fails with CONFLICT (`NOT_DRAFT`) unless it is a draft.',
    args: { input: t.arg({ type: UpdateCampaignInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      updateCampaign(scope, installation.outbound, id, input),
  }),
  deleteCampaign: t.field({
    type: DeletePayload,
    description:
      'Deletes a campaign and its messages. Above 5,000 messages, deletion continues in the background with status DELETING. Fails with CONFLICT (`SENDING`) while the campaign is being sent.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteCampaign(scope, id)),
  }),
}));
