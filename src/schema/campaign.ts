import { countMachineOnly } from '../domain/campaigns/audience.ts';
import { CAMPAIGN_STATUSES } from '../domain/campaigns/campaign-input.ts';
import { CAMPAIGN_ORDER_FIELDS } from '../domain/campaigns/list-campaigns.ts';
import { listRecipients } from '../domain/campaigns/recipients.ts';
import { RESEND_WHO } from '../domain/campaigns/resend-campaign.ts';
import { type ShownSchedule, scheduleOf } from '../domain/campaigns/schedule.ts';
import type { Utm } from '../domain/campaigns/utm.ts';
import type { MachineOpens as MachineOpensChoice } from '../domain/ledger/machine-opens.ts';
import { BounceKind } from './bounce-kind.ts';
import { builder } from './builder.ts';
import { IN_STATUS, IN_STATUSES } from './by-status.ts';
import { CampaignMessage } from './campaign-message.ts';
import { ClickedLink } from './clicked-link.ts';
import { deprecatedArgument, ONE_STATUS } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { List } from './list.ts';
import { type Loaders, loadIfAny } from './loaders.ts';
import { MachineOpens } from './machine-opens.ts';
import { MessageState } from './message.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { CampaignFailure, CampaignPause } from './reason-code.ts';
import { Segment } from './segment.ts';
import { SendWindow } from './send-window.ts';
import { Template } from './template.ts';

const CampaignUtm = builder.objectRef<Utm>('CampaignUtm').implement({
  description:
    'Parameters added to the links of the message: `utm_source` and so on. Links of Tidings and links with `data-no-track` keep their addresses.',
  fields: (t) => ({
    source: t.exposeString('source', { nullable: true }),
    medium: t.exposeString('medium', { nullable: true }),
    campaign: t.exposeString('campaign', { nullable: true }),
    term: t.exposeString('term', { nullable: true }),
    content: t.exposeString('content', { nullable: true }),
  }),
});

const Status = wireEnum('CampaignStatus', 'The status of a campaign.', CAMPAIGN_STATUSES);

/** Which recipients to list or export. */
export const RecipientFilter = builder.inputType('RecipientFilter', {
  description: 'Selects recipients. All given keys must match.',
  fields: (t) => ({
    states: t.field({ type: [MessageState], description: 'Only in one of these states. Absent: all states.' }),
    state: t.field({ type: MessageState, description: 'The same as `states`, for one state.' }),
    opened: t.boolean({ description: 'Whether a person opened it.' }),
    clicked: t.boolean({ description: 'Whether a person clicked a link in it.' }),
    link: t.string({ description: 'Only messages in which a person clicked this link, written as in the report.' }),
    variant: t.int({ description: 'The variant number, starting at 1.' }),
    bounced: t.boolean({ description: 'Whether it bounced after it was accepted.' }),
    bounceKind: t.field({
      type: BounceKind,
      description: 'Only messages that bounced this way after they were accepted.',
    }),
    unsubscribed: t.boolean({ description: 'Whether the person unsubscribed through this message.' }),
    complained: t.boolean({ description: 'Whether it was marked as spam.' }),
  }),
});

export const ResendAudience = wireEnum('ResendAudience', 'The audience of a resent campaign.', RESEND_WHO, {
  not_opened: 'Recipients who did not open the message.',
  not_clicked: 'Recipients who did not click a link in the message.',
});

/** Without deleted segments. */
const segmentsWith = async ({ segment }: Loaders, ids: string[]) =>
  (await Promise.all(ids.map((id) => segment.load(id)))).filter((one) => one !== undefined);

const CampaignSchedule = builder.objectRef<ShownSchedule>('CampaignSchedule').implement({
  description: 'When a campaign is sent.',
  fields: (t) => ({
    at: t.expose('at', {
      type: 'DateTimeOrLocalDateTime',
      description: 'A time with an offset, or a local time in `timezone`.',
    }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'An IANA time zone, or "recipient" for each recipient\'s own. Null: `at` has an offset.',
    }),
  }),
});

export const Campaign = builder.prismaObject('Campaign', {
  description: 'A message to all subscribers of a list, or to people in some of its segments.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name'),
    status: t.expose('status', { type: Status }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    failureCode: t.field({
      type: CampaignFailure.type,
      nullable: true,
      description: 'The first problem of `failureReason`, for programs. Null unless the campaign failed.',
      resolve: ({ failureReason }) => CampaignFailure.codeOf(failureReason),
    }),
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
      description: "Liquid template. Null: the template's subject.",
    }),
    preheader: t.exposeString('preheader', {
      nullable: true,
      description: "Shown after the subject in inboxes. Liquid template. Null: the template's preheader, if any.",
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: "The text part, in Liquid. Null: the template's text, or text generated from its HTML.",
    }),
    utm: t.field({ type: CampaignUtm, nullable: true, resolve: ({ utm }) => utm as Utm | null }),
    fromEmail: t.expose('fromEmail', {
      type: 'EmailAddress',
      nullable: true,
      description: "Null: the list's sender.",
    }),
    fromName: t.exposeString('fromName', { nullable: true }),
    replyTo: t.expose('replyTo', { type: 'EmailAddress', nullable: true }),
    headers: t.field({
      type: 'JSONObject',
      description: "Extra headers, by name. They replace the list's headers.",
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
      description: 'Segments of people to exclude.',
      resolve: ({ excludedSegmentIds }, _, { loaders }) => segmentsWith(loaders, excludedSegmentIds),
    }),
    tracking: t.exposeBoolean('tracking', { description: 'Whether opens and clicks are tracked.' }),
    resendUnknown: t.exposeBoolean('repeatUnknown', {
      description: 'Whether to resend a message that may already have arrived.',
    }),
    schedule: t.field({
      type: CampaignSchedule,
      nullable: true,
      description: 'The scheduled time. Null if it was never scheduled, or was sent immediately.',
      resolve: scheduleOf,
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: "When sending starts. With recipients' time zones: the earliest start.",
    }),
    messagesPerMinute: t.exposeInt('messagesPerMinute', {
      nullable: true,
      description: 'The maximum number of messages per minute.',
    }),
    sendWindow: t.field({
      type: SendWindow,
      nullable: true,
      resolve: ({ sendFrom, sendTo }) => (sendFrom && sendTo ? { from: sendFrom, to: sendTo } : null),
    }),
    ignoreFrequency: t.exposeBoolean('ignoreFrequency', {
      description: 'Whether people over the frequency cap also get the campaign.',
    }),
    pauseReason: t.exposeString('pauseReason', {
      nullable: true,
      description: 'Why the campaign was paused automatically: too many hard bounces or complaints.',
    }),
    pauseCode: t.field({
      type: CampaignPause.type,
      nullable: true,
      description: '`pauseReason` for programs. Null unless the campaign was paused automatically.',
      resolve: ({ pauseReason }) => CampaignPause.codeOf(pauseReason),
    }),
    resendOfId: t.exposeID('resendOf', {
      nullable: true,
      description: 'Id of the original campaign of a resent campaign. That campaign may be deleted.',
    }),
    resendAudience: t.field({
      type: ResendAudience,
      nullable: true,
      description: 'The audience of a resent campaign: non-openers or non-clickers.',
      resolve: ({ resendWho }) => resendWho as (typeof RESEND_WHO)[number] | null,
    }),
    resendMachineOpens: t.field({
      type: MachineOpens,
      nullable: true,
      description: 'Whether machine opens count as opens. Set for a campaign to non-openers.',
      resolve: ({ resendMachineOpens }) => resendMachineOpens as MachineOpensChoice | null,
    }),
    resendMachineOnlyCount: t.int({
      nullable: true,
      description:
        'For a draft to non-openers: the number of people whose original message was only opened by machines. They receive the campaign unless machine opens count as opens.',
      resolve: (campaign, _, { scope }) => countMachineOnly(scope, campaign),
    }),
    recipientsCount: t.exposeInt('recipientsCount', {
      nullable: true,
      description: 'Null before the recipients are determined.',
    }),
    sentCount: t.exposeInt('sentCount', { description: 'Messages accepted by the next mail server.' }),
    keptInOutbox: t.boolean({
      description:
        'Whether its e-mails were kept in the outbox instead of being sent, because there was no mail server.',
      resolve: async ({ id, sentCount }, _, { loaders, installation: { outboxFolder } }) =>
        sentCount > 0 && outboxFolder.has(await loaders.sentSample.load(id)),
    }),
    failedCount: t.exposeInt('failedCount', {
      description: 'Messages rejected for good, or given up after repeated attempts.',
    }),
    unknownCount: t.exposeInt('unknownCount', {
      description: 'Messages that may have arrived and are not resent.',
    }),
    skippedCount: t.exposeInt('withheldCount', {
      description:
        'Messages that were not sent: the person unsubscribed, is suppressed or is over the frequency cap, or the campaign was cancelled.',
    }),
    recipients: t.connection({
      type: CampaignMessage,
      description: 'One message per person.',
      args: { filter: t.arg({ type: RecipientFilter }), offset: t.arg.int() },
      resolve: ({ id }, { filter, ...args }, { scope }) =>
        connection(listRecipients(scope, id, { ...filter, ...args })),
    }),
    links: t.field({
      type: [ClickedLink],
      description: 'Links clicked by people, most clicks first. At most 1,000.',
      resolve: ({ id }, _, { loaders }) => loaders.linksOfCampaign.load(id),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    messagesRemovedAt: t.expose('messagesRemovedAt', {
      type: 'DateTime',
      nullable: true,
      description: "When its messages were removed under the team's data retention. Counts and links remain.",
    }),
    messagesRemaining: t.exposeInt('messagesRemaining', {
      nullable: true,
      description: 'During deletion: the number of messages left.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.prismaObjectFields(Campaign, (t) => ({
  resendOf: t.field({
    type: Campaign,
    nullable: true,
    description: 'The original campaign of a resent campaign. Null if it was deleted.',
    resolve: ({ resendOf }, _, { loaders }) => (resendOf ? loaders.campaign.load(resendOf) : null),
  }),
}));

const CampaignOrder = orderInput('Campaign', CAMPAIGN_ORDER_FIELDS);

export const campaignFilters = builder.args((t) => ({
  statuses: t.field({ type: [Status], description: IN_STATUSES }),
  status: t.field({ type: Status, description: IN_STATUS, ...deprecatedArgument(ONE_STATUS) }),
  search: t.string({ description: 'Words in the name.' }),
  orderBy: t.field({ type: CampaignOrder }),
  offset: t.int(),
}));

builder.objectField(CampaignMessage, 'campaign', (t) =>
  t.field({
    type: Campaign,
    nullable: true,
    description: 'Null if the campaign was deleted, or if an automation sent the message.',
    resolve: ({ campaignId }, _, { loaders }) => loadIfAny(loaders.campaign, campaignId),
  }),
);
