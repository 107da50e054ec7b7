import { countMachineOnly } from '../domain/campaigns/audience.ts';
import { CAMPAIGN_STATUSES } from '../domain/campaigns/campaign-input.ts';
import { CAMPAIGN_ORDER_FIELDS } from '../domain/campaigns/list-campaigns.ts';
import { BOUNCE_KINDS } from '../domain/campaigns/recipient-filters.ts';
import { listRecipients } from '../domain/campaigns/recipients.ts';
import { RESEND_WHO } from '../domain/campaigns/resend-campaign.ts';
import { type ShownSchedule, scheduleOf } from '../domain/campaigns/schedule.ts';
import type { Utm } from '../domain/campaigns/utm.ts';
import type { MachineOpens as MachineOpensChoice } from '../domain/ledger/machine-opens.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import { ClickedLink } from './clicked-link.ts';
import { wireEnum } from './enums.ts';
import { List } from './list.ts';
import { type Loaders, loadIfAny } from './loaders.ts';
import { MachineOpens } from './machine-opens.ts';
import { MessageState } from './message.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { Segment } from './segment.ts';
import { SendWindow } from './send-window.ts';
import { Template } from './template.ts';

const CampaignUtm = builder.objectRef<Utm>('CampaignUtm').implement({
  description: 'Parameters that are added to each link of the message, as `utm_source` and so on.',
  fields: (t) => ({
    source: t.exposeString('source', { nullable: true }),
    medium: t.exposeString('medium', { nullable: true }),
    campaign: t.exposeString('campaign', { nullable: true }),
    term: t.exposeString('term', { nullable: true }),
    content: t.exposeString('content', { nullable: true }),
  }),
});

const Status = wireEnum('CampaignStatus', 'The status of a campaign.', CAMPAIGN_STATUSES);

const BounceKind = wireEnum('BounceKind', 'Whether a message came back for good, or for now.', BOUNCE_KINDS);

export const recipientFilters = builder.args((t) => ({
  state: t.field({ type: MessageState }),
  opened: t.boolean({ description: 'Whether a person opened it.' }),
  clicked: t.boolean({ description: 'Whether a person clicked a link in it.' }),
  link: t.string({ description: 'A person clicked this link in it, as the report has it.' }),
  variant: t.int({ description: 'The variant that it carries, from 1.' }),
  bounced: t.field({ type: BounceKind, description: 'It came back so after it was accepted.' }),
  unsubscribed: t.boolean({ description: 'Whether the person left the list by it.' }),
  complained: t.boolean({ description: 'Whether it was called spam.' }),
}));

export const ResendWho = wireEnum('ResendWho', 'To whom a campaign is sent again.', RESEND_WHO, {
  not_opened: 'Who was sent the message, and did not open it.',
  not_clicked: 'Who was sent the message, and did not click a link in it.',
});

/** Without those that were deleted. */
const segmentsWith = async ({ segment }: Loaders, ids: string[]) =>
  (await Promise.all(ids.map((id) => segment.load(id)))).filter((one) => one !== undefined);

const CampaignSchedule = builder.objectRef<ShownSchedule>('CampaignSchedule').implement({
  description: 'When a campaign is sent.',
  fields: (t) => ({
    at: t.exposeString('at', { description: 'A moment, or a local time in `timezone`.' }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'An IANA time zone, or "recipient" for that of each recipient. Null: `at` is a moment.',
    }),
  }),
});

export const Campaign = builder.prismaObject('Campaign', {
  description: 'One message to all subscribers of a list, or to those in some of its segments.',
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
      description: 'Null once the template is deleted.',
      resolve: ({ templateId }, _, { loaders }) => loaders.template.load(templateId),
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'In Liquid. Null: the subject of the template.',
    }),
    preheader: t.exposeString('preheader', {
      nullable: true,
      description: 'What inboxes show after the subject. In Liquid. Null: that of the template, if it has one.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The text part, in Liquid. Null: that of the template, or else one that is made from its HTML.',
    }),
    utm: t.field({ type: CampaignUtm, nullable: true, resolve: ({ utm }) => utm as Utm | null }),
    fromEmail: t.expose('fromEmail', {
      type: 'EmailAddress',
      nullable: true,
      description: 'Null: the sender of the list.',
    }),
    fromName: t.exposeString('fromName', { nullable: true }),
    replyTo: t.expose('replyTo', { type: 'EmailAddress', nullable: true }),
    headers: t.field({
      type: 'JSONObject',
      description: 'More headers, by name. They replace those of the list.',
      resolve: ({ headers }) => headers as object,
    }),
    segmentIds: t.exposeIDList('segmentIds', {
      description: 'People in at least one of these segments. Empty: the whole list.',
    }),
    segments: t.field({
      type: [Segment],
      description: 'People in at least one of these segments. Empty: the whole list.',
      resolve: ({ segmentIds }, _, { loaders }) => segmentsWith(loaders, segmentIds),
    }),
    excludedSegmentIds: t.exposeIDList('excludedSegmentIds'),
    excludedSegments: t.field({
      type: [Segment],
      description: 'People in one of these segments are left out.',
      resolve: ({ excludedSegmentIds }, _, { loaders }) => segmentsWith(loaders, excludedSegmentIds),
    }),
    tracking: t.exposeBoolean('tracking', { description: 'Whether opens and clicks may be counted.' }),
    repeatUnknown: t.exposeBoolean('repeatUnknown', {
      description: 'Whether a message that may have arrived already is sent again.',
    }),
    schedule: t.field({
      type: CampaignSchedule,
      nullable: true,
      description: 'The time it was scheduled for. Null: it never was, or was sent at once.',
      resolve: scheduleOf,
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: "When sending begins. In recipients' time zones: the earliest moment.",
    }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', {
      nullable: true,
      description: 'At most so many messages leave in a minute.',
    }),
    sendWindow: t.field({
      type: SendWindow,
      nullable: true,
      resolve: ({ sendFrom, sendTo }) => (sendFrom && sendTo ? { from: sendFrom, to: sendTo } : null),
    }),
    ignoreFrequency: t.exposeBoolean('ignoreFrequency', {
      description: 'Whether people get it who had as many messages as the team allows.',
    }),
    pauseReason: t.exposeString('pauseReason', {
      nullable: true,
      description: 'Why the campaign paused by itself: too many hard bounces or complaints.',
    }),
    resendOfId: t.exposeID('resendOf', {
      nullable: true,
      description: 'Id of the campaign that this one is sent again for. It may be deleted.',
    }),
    resendWho: t.field({
      type: ResendWho,
      nullable: true,
      description: 'To whom of its recipients: to those who did not open, or did not click.',
      resolve: ({ resendWho }) => resendWho as (typeof RESEND_WHO)[number] | null,
    }),
    resendMachineOpens: t.field({
      type: MachineOpens,
      nullable: true,
      description: 'Whether opens by machines alone count as opens. Set for a campaign to non-openers.',
      resolve: ({ resendMachineOpens }) => resendMachineOpens as MachineOpensChoice | null,
    }),
    resendMachineOnlyCount: t.int({
      nullable: true,
      description:
        'Of a draft to non-openers: people whose message only machines opened. The draft includes them unless such opens count.',
      resolve: (campaign, _, { scope }) => countMachineOnly(scope, campaign),
    }),
    recipientsCount: t.exposeInt('recipientsCount', { nullable: true, description: 'Null until it is known.' }),
    sentCount: t.exposeInt('sentCount', { description: 'Messages that the next mail server accepted.' }),
    failedCount: t.exposeInt('failedCount', {
      description: 'Messages that were rejected for good, or tried for too long.',
    }),
    unknownCount: t.exposeInt('unknownCount', {
      description: 'Messages that may have arrived and are not sent again.',
    }),
    withheldCount: t.exposeInt('withheldCount', {
      description:
        'Messages that were not sent, because the person left the list, is suppressed or had as many as the team allows, or because the campaign was cancelled.',
    }),
    recipients: t.connection({
      type: CampaignMessage,
      description: 'One message for each person.',
      args: { ...recipientFilters, offset: t.arg.int() },
      resolve: ({ id }, args, { scope }) => connection(listRecipients(scope, id, args)),
    }),
    links: t.field({
      type: [ClickedLink],
      description: 'The links that people clicked, most clicked first. At most 1,000.',
      resolve: ({ id }, _, { loaders }) => loaders.linksOfCampaign.load(id),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    messagesRemovedAt: t.expose('messagesRemovedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When its messages were removed because the team no longer keeps them. The counts and links stay as they were.',
    }),
    messagesRemaining: t.exposeInt('messagesRemaining', {
      nullable: true,
      description: 'While it is being deleted: how many of its messages are left.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.prismaObjectFields(Campaign, (t) => ({
  resendOf: t.field({
    type: Campaign,
    nullable: true,
    description: 'The campaign that this one is sent again for. Null if it has been deleted.',
    resolve: ({ resendOf }, _, { loaders }) => (resendOf ? loaders.campaign.load(resendOf) : null),
  }),
}));

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
    description: 'Null if the campaign has been deleted, and if an automation sent it.',
    resolve: ({ campaignId }, _, { loaders }) => loadIfAny(loaders.campaign, campaignId),
  }),
);
