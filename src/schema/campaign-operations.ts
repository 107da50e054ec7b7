import { createCampaign, updateCampaign } from '../domain/campaigns/campaigns.ts';
import { type CampaignCheck, checkCampaign } from '../domain/campaigns/check-campaign.ts';
import { deleteCampaign } from '../domain/campaigns/delete-campaign.ts';
import { duplicateCampaign } from '../domain/campaigns/duplicate-campaign.ts';
import { listCampaigns } from '../domain/campaigns/list-campaigns.ts';
import { previewCampaign } from '../domain/campaigns/preview-campaign.ts';
import { resendCampaign } from '../domain/campaigns/resend-campaign.ts';
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendCampaign,
  unscheduleCampaign,
} from '../domain/campaigns/send-campaign.ts';
import { testCampaign } from '../domain/campaigns/test-campaign.ts';
import { orNull } from '../domain/found.ts';
import { AbTestInput } from './ab-test.ts';
import { builder } from './builder.ts';
import { Campaign, campaignFilters, ResendWho } from './campaign.ts';
import { campaignChanges } from './campaign-changes.ts';
import { RecurrenceInput } from './campaign-series.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { Issue } from './issue.ts';
import { connection } from './pagination.ts';
import { RenderedMail } from './rendered-mail.ts';
import { SendWindowInput } from './send-window.ts';
import { TransactionalMail } from './transactional-mail.ts';

const CampaignUtmInput = builder.inputType('CampaignUtmInput', {
  description:
    'Parameters that are added to each link of the message, as `utm_source` and so on. Plain text. A link that has one already keeps it.',
  fields: (t) => ({
    source: t.string(),
    medium: t.string(),
    campaign: t.string(),
    term: t.string(),
    content: t.string(),
  }),
});

const optional = (
  t: PothosSchemaTypes.InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<object>, 'InputObject'>,
) => ({
  subject: t.string({ description: 'In Liquid. Default: the subject of the template.' }),
  preheader: t.string({
    description:
      'What inboxes show after the subject. In Liquid, on one line. Default: that of the template, if it has one.',
  }),
  utm: t.field({ type: CampaignUtmInput, description: 'What is added to the links. Default: nothing.' }),
  fromEmail: t.string({ description: 'Default: the sender of the list.' }),
  fromName: t.string(),
  replyTo: t.string(),
  segmentIds: t.idList({
    description:
      'Segments of the list. The campaign is sent to people in at least one of them. Default: the whole list.',
  }),
  excludedSegmentIds: t.idList({ description: 'People in one of these segments are left out.' }),
  tracking: t.boolean({ description: 'Whether opens and clicks are counted. Default: true.' }),
  repeatUnknown: t.boolean({
    description: 'Whether a message that may have arrived already is sent again. Default: false.',
  }),
  messagesPerMinute: t.int({ description: 'At most so many messages leave in a minute. Default: any number.' }),
  sendWindow: t.field({ type: SendWindowInput, description: 'Default: at any time of the day.' }),
  ignoreFrequency: t.boolean({
    description: 'Whether people get it who had as many messages as the team allows. Default: false.',
  }),
  recurrence: t.field({ type: RecurrenceInput, description: 'When it is sent again and again. Default: once.' }),
  feedUrl: t.string({
    description: 'The address of an RSS or Atom feed: each occurrence is about its new entries. Needs `recurrence`.',
  }),
  archive: t.boolean({ description: 'Whether anybody may read it once it is sent. Default: false.' }),
  test: t.field({ type: AbTestInput, description: 'An A/B test. Default: everybody gets the same.' }),
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
  description: 'An absent field keeps its value, and null clears it.',
  fields: (t) => ({ name: t.string(), listId: t.id(), template: t.string(), ...optional(t as never) }),
});

const TestCampaignInput = builder.inputType('TestCampaignInput', {
  fields: (t) => ({
    to: t.stringList({ required: true, description: 'From 1 to 10 addresses.' }),
    asId: t.id({
      description:
        'The subscriber of the list as whom it is written. Default: the address itself if it is on the list, else an example of a person.',
    }),
    variant: t.int({ description: 'The number of a variant of the campaign, from 1.' }),
  }),
});

const ResendCampaignInput = builder.inputType('ResendCampaignInput', {
  fields: (t) => ({
    who: t.field({ type: ResendWho, required: true }),
    subject: t.string({ description: 'In Liquid. Default: the subject of the campaign.' }),
  }),
});

const Check = builder.objectRef<CampaignCheck>('CampaignCheck').implement({
  description: 'Whether a draft can be sent.',
  fields: (t) => ({
    recipientsCount: t.exposeInt('recipientsCount', { description: 'People to whom it would be sent now.' }),
    ready: t.exposeBoolean('ready'),
    problems: t.expose('problems', { type: [Issue], description: 'For these reasons `sendCampaign` would fail.' }),
    warnings: t.expose('warnings', { type: [Issue] }),
  }),
});

builder.queryFields((t) => ({
  checkCampaign: t.field({
    type: Check,
    nullable: true,
    description: 'Checks a draft without sending it. Fails with CONFLICT unless it is a draft.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => orNull(checkCampaign(scope, installation, id)),
  }),
  previewCampaign: t.field({
    type: RenderedMail,
    nullable: true,
    description:
      'Renders a campaign as a subscriber of the list gets it, with links that lead nowhere: as it was fixed when sending began, before that with its template as it is now.',
    args: {
      id: t.arg.id({ required: true }),
      subscriberId: t.arg.id({ description: 'Default: the first recipient, and without any an example of a person.' }),
      variant: t.arg.int({ description: 'The number of a variant of the campaign, from 1.' }),
    },
    resolve: (_, { id, ...request }, { scope, installation }) =>
      orNull(previewCampaign(scope, id, request, installation)),
  }),
  campaign: t.field({
    type: Campaign,
    nullable: true,
    description: 'A campaign, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.campaign.load(id),
  }),
  campaigns: t.connection({
    type: Campaign,
    description: 'The campaigns of the team, newest first unless ordered otherwise.',
    args: {
      listId: t.arg.id(),
      seriesId: t.arg.id({ description: 'Only the occurrences of this campaign.' }),
      ...campaignFilters,
    },
    resolve: (_, args, { scope }) => connection(listCampaigns(scope, args)),
  }),
}));

const byId = { duplicateCampaign, unscheduleCampaign, pauseCampaign, resumeCampaign, cancelCampaign };

const ScheduleCampaignInput = builder.inputType('ScheduleCampaignInput', {
  description: 'When a campaign is sent. One that recurs has its times already: nothing is given then.',
  fields: (t) => ({
    at: t.string({
      description:
        'A moment with an offset (2026-12-01T09:00:00+01:00), or a local time without one (2026-12-01T09:00).',
    }),
    timezone: t.string({
      description:
        'Of a local time: an IANA time zone, or "recipient" for that of each recipient (theirs, else the team\'s).',
    }),
  }),
});

const DOES: Record<keyof typeof byId, string> = {
  unscheduleCampaign: 'Makes a scheduled campaign a draft again. One that recurs no longer does.',
  duplicateCampaign: 'Creates a draft with the same content, audience and settings, from a campaign of any status.',
  pauseCampaign: 'Pauses a campaign within seconds. Messages that are on their way still arrive.',
  resumeCampaign: 'Continues a campaign that was paused.',
  cancelCampaign: 'Ends a campaign for good. The messages that have not been sent are withheld.',
};

builder.mutationFields((t) => ({
  sendCampaign: t.field({
    type: Campaign,
    description:
      'Starts sending a draft. Its content is fixed from then on. One that recurs waits for its next occurrence.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => sendCampaign(scope, installation, id),
  }),
  scheduleCampaign: t.field({
    type: Campaign,
    description:
      'Has a draft sent at a time. Its content is fixed from then on; who gets it is decided when sending begins. One that recurs waits for its next occurrence.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: ScheduleCampaignInput }) },
    resolve: (_, { id, input }, { scope, installation }) => scheduleCampaign(scope, installation, id, input),
  }),
  testCampaign: t.field({
    type: [TransactionalMail],
    description:
      'Sends a campaign as a test to each address, built as its messages are. The subject begins with "[Test]". Its links work and count nothing.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: TestCampaignInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => testCampaign(scope, id, input, installation.links),
  }),
  resendCampaign: t.field({
    type: Campaign,
    description:
      'Drafts a campaign with the same content to those who did not open it, or did not click. Who that is is decided when the draft is sent. Fails with CONFLICT unless the campaign has been sent, or is being sent.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: ResendCampaignInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => resendCampaign(scope, id, input),
  }),
  createCampaign: t.field({
    type: Campaign,
    description: 'Creates a campaign as a draft.',
    args: { input: t.arg({ type: CreateCampaignInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createCampaign(scope, installation.outbound, input),
  }),
  updateCampaign: t.field({
    type: Campaign,
    description: 'Changes a campaign. Fails with CONFLICT unless it is a draft.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateCampaignInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => updateCampaign(scope, installation.outbound, id, input),
  }),
  deleteCampaign: t.field({
    type: DeletePayload,
    description:
      'Deletes a campaign and its messages. With more than 5,000 messages this goes on in the background, and the status is DELETING until it is gone. Fails with CONFLICT while the campaign is being sent.',
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
    description: 'The campaign, now and after each change. Ends when the campaign has ended.',
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_, { id }, context) => campaignChanges(context, id),
    resolve: (progressed) => progressed,
  }),
);
