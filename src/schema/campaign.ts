import { CAMPAIGN_STATUSES } from '../domain/campaigns/campaign-input.ts';
import { createCampaign, deleteCampaign, readCampaign, updateCampaign } from '../domain/campaigns/campaigns.ts';
import { CAMPAIGN_ORDER_FIELDS, listCampaigns } from '../domain/campaigns/list-campaigns.ts';
import { listRecipients } from '../domain/campaigns/recipients.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign, sendCampaign } from '../domain/campaigns/send-campaign.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { campaignChanges } from './campaign-changes.ts';
import { CampaignMessage } from './campaign-message.ts';
import { ClickedLink } from './clicked-link.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { List } from './list.ts';
import type { Loaders } from './loaders.ts';
import { MessageState } from './message.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { Segment } from './segment.ts';
import { Template } from './template.ts';

const Status = wireEnum('CampaignStatus', 'How far a campaign came.', CAMPAIGN_STATUSES);
/** Without those that were deleted. */
const segmentsWith = async ({ segment }: Loaders, ids: string[]) =>
  (await Promise.all(ids.map((id) => segment.load(id)))).filter((one) => one !== undefined);

export const Campaign = builder.prismaObject('Campaign', {
  description: 'One message to everybody who is subscribed to a list, or to those in segments of it.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    status: t.expose('status', { type: Status }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    listId: t.exposeID('listId'),
    list: t.field({
      type: List,
      nullable: true,
      resolve: ({ listId }, _, { loaders }) => loaders.list.load(listId),
    }),
    templateId: t.exposeID('templateId'),
    templateName: t.string({
      nullable: true,
      description: 'Null once the template is deleted.',
      resolve: ({ templateId }, _, { loaders }) => loaders.templateName.load(templateId),
    }),
    template: t.field({
      type: Template,
      nullable: true,
      description: 'Null once it is deleted.',
      resolve: ({ templateId }, _, { loaders }) => loaders.template.load(templateId),
    }),
    subject: t.exposeString('subject', { nullable: true, description: "Liquid; null: the template's." }),
    fromEmail: t.expose('fromEmail', { type: 'EmailAddress', nullable: true, description: "Null: the list's." }),
    fromName: t.exposeString('fromName', { nullable: true }),
    replyTo: t.expose('replyTo', { type: 'EmailAddress', nullable: true }),
    segmentIds: t.exposeIDList('segmentIds', { description: 'Ids; empty: the whole list.' }),
    segments: t.field({
      type: [Segment],
      description: 'Whoever is in one of them; empty: the whole list.',
      resolve: ({ segmentIds }, _, { loaders }) => segmentsWith(loaders, segmentIds),
    }),
    excludedSegmentIds: t.exposeIDList('excludedSegmentIds'),
    excludedSegments: t.field({
      type: [Segment],
      description: 'And in none of these.',
      resolve: ({ excludedSegmentIds }, _, { loaders }) => segmentsWith(loaders, excludedSegmentIds),
    }),
    tracking: t.exposeBoolean('tracking', { description: 'Whether opens and clicks may be counted.' }),
    repeatUnknown: t.exposeBoolean('repeatUnknown', {
      description: 'Whether a message that may have arrived is sent once more.',
    }),
    recipientsCount: t.exposeInt('recipientsCount', { nullable: true, description: 'Null until it is known.' }),
    sentCount: t.exposeInt('sentCount'),
    failedCount: t.exposeInt('failedCount', { description: 'Refused for good, or tried for too long.' }),
    unknownCount: t.exposeInt('unknownCount', { description: 'May have arrived: not repeated.' }),
    withheldCount: t.exposeInt('withheldCount', {
      description: 'Not sent: the person left or is suppressed, or the campaign was cancelled.',
    }),
    recipients: t.connection({
      type: CampaignMessage,
      description: 'One message for each person.',
      args: { state: t.arg({ type: MessageState }), offset: t.arg.int() },
      resolve: ({ id }, args, { scope }) => connection(listRecipients(scope, id, args)),
    }),
    links: t.field({
      type: [ClickedLink],
      description: 'The links that people clicked, most clicked first. At most 1,000.',
      resolve: ({ id }, _, { loaders }) => loaders.linksOfCampaign.load(id),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const CampaignOrder = orderInput('Campaign', CAMPAIGN_ORDER_FIELDS);

export const campaignFilters = builder.args((t) => ({
  status: t.field({ type: Status }),
  search: t.string({ description: 'Words that the name contains.' }),
  orderBy: t.field({ type: CampaignOrder }),
  offset: t.int(),
}));
builder.objectField(CampaignMessage, 'campaign', (t) =>
  t.field({
    type: Campaign,
    nullable: true,
    description: 'Null if it was deleted meanwhile.',
    resolve: ({ campaignId }, _, { loaders }) => loaders.campaign.load(campaignId),
  }),
);

const optional = (
  t: PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<object>, 'InputObject'>,
) => ({
  subject: t.string({ description: "Liquid; the template's subject when absent." }),
  fromEmail: t.string({ description: "The list's sender when absent." }),
  fromName: t.string(),
  replyTo: t.string(),
  segmentIds: t.idList({ description: 'Ids of segments of the list: whoever is in one of them.' }),
  excludedSegmentIds: t.idList({ description: 'And in none of these.' }),
  tracking: t.boolean({ description: 'False: opens and clicks are not counted.' }),
  repeatUnknown: t.boolean({ description: 'True: a message that may have arrived is sent once more.' }),
});

const CreateCampaignInput = builder.inputType('CreateCampaignInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    listId: t.id({ required: true, description: 'Id of the list.' }),
    template: t.string({ required: true, description: 'Name of the template.' }),
    ...optional(t as never),
  }),
});

const UpdateCampaignInput = builder.inputType('UpdateCampaignInput', {
  description: 'Absent keeps, null clears, a value sets.',
  fields: (t) => ({ name: t.string(), listId: t.id(), template: t.string(), ...optional(t as never) }),
});

builder.queryFields((t) => ({
  campaign: t.field({
    type: Campaign,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readCampaign(scope, id)),
  }),
  campaigns: t.connection({
    type: Campaign,
    args: { listId: t.arg.id(), ...campaignFilters },
    resolve: (_, args, { scope }) => connection(listCampaigns(scope, args)),
  }),
}));

const byId = { sendCampaign, pauseCampaign, resumeCampaign, cancelCampaign };

const DOES: Record<keyof typeof byId, string> = {
  sendCampaign: 'Begins to send a draft. What it says is fixed from here on.',
  pauseCampaign: 'Stops sending within moments; what is on its way arrives.',
  resumeCampaign: 'Goes on with a campaign that was paused.',
  cancelCampaign: 'Ends it for good: whoever has not got it will not.',
};

builder.mutationFields((t) => ({
  createCampaign: t.field({
    type: Campaign,
    description: 'Drafts a campaign.',
    args: { input: t.arg({ type: CreateCampaignInput, required: true }) },
    resolve: (_, { input }, { scope }) => createCampaign(scope, input),
  }),
  updateCampaign: t.field({
    type: Campaign,
    description: 'Changes a draft; any other is a CONFLICT.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateCampaignInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateCampaign(scope, id, input),
  }),
  deleteCampaign: t.field({
    type: DeletePayload,
    description: 'Deletes it with its messages. One that is being sent is a CONFLICT.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteCampaign(scope, id)),
  }),
}));

for (const name of Object.keys(byId) as (keyof typeof byId)[]) {
  builder.mutationField(name, (t) =>
    t.field({
      type: Campaign,
      description: DOES[name],
      args: { id: t.arg.id({ required: true }) },
      resolve: (_, { id }, { scope }) => byId[name](scope, id),
    }),
  );
}

builder.subscriptionField('campaignProgressed', (t) =>
  t.field({
    type: Campaign,
    description: 'How the campaign stands, now and as it goes on; ends once it has ended.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => campaignChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);
