import { readCampaignMessageSource } from '../domain/campaigns/source/campaign-message-source.ts';
import type { CampaignMessage as Message } from '../domain/insight/campaign-messages.ts';
import { causeOfMessage } from '../domain/sending/messages.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { MessageState } from './message.ts';
import { MessageSource, SOURCE_IF_SENT } from './message-source.ts';
import { MessageWait } from './message-wait.ts';
import { Node } from './node.ts';
import { RefusalCause } from './refusal-cause.ts';
import { SkipReason } from './skip-reason.ts';
import { TimelineEntry } from './timeline.ts';

export const CampaignMessage = builder.objectRef<Message>('CampaignMessage').implement({
  description: 'A message of a campaign or an automation to one person, and its state.',
  interfaces: [Node, Activity],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The Message-ID header starts with this id.' }),
    campaignId: t.exposeID('campaignId', { nullable: true, description: 'Null if an automation sent the message.' }),
    campaignName: t.exposeString('campaignName', { description: 'The name of the campaign or automation.' }),
    automationId: t.exposeID('automationId', {
      nullable: true,
      description: 'The automation that sent the message, if any.',
    }),
    automationStep: t.exposeString('automationStep', {
      nullable: true,
      description: "The id of the automation's step.",
    }),
    recipient: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'The e-mail address of the recipient. Null once the person is erased.',
    }),
    state: t.expose('state', { type: MessageState }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why the message was not sent.' }),
    skipReason: t.field({
      type: SkipReason.type,
      nullable: true,
      description: 'Why the message was skipped. Null in other states.',
      resolve: ({ skipReason }) => SkipReason.known(skipReason),
    }),
    cause: t.field({
      type: RefusalCause,
      nullable: true,
      description:
        'Why a mail server refused the message. Null unless it failed or was deferred, and the reason could be classified.',
      resolve: causeOfMessage,
    }),
    failures: t.exposeInt('failures', { description: 'Temporary failures so far.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The first open by a person. Machine opens do not count.',
    }),
    clickedAt: t.expose('clickedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The first click by a person. Machine clicks do not count.',
    }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'The time of the next attempt.' }),
    waiting: t.field({
      type: MessageWait,
      nullable: true,
      description: 'Why the message has not been sent yet. Null once it is sent, has failed or was skipped.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.messageWait.load(id)) ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'The same as `createdAt`.' }),
    timeline: t.field({
      type: [TimelineEntry],
      description: "The message's history, oldest first.",
      resolve: ({ id }, _, { loaders }) => loaders.timeline.load(id),
    }),
    source: t.field({
      type: MessageSource,
      nullable: true,
      description: SOURCE_IF_SENT,
      resolve: ({ id }, _, { scope, installation }) => readCampaignMessageSource(scope, id, installation),
    }),
  }),
});

builder.queryField('campaignMessage', (t) =>
  t.field({
    type: CampaignMessage,
    nullable: true,
    description: 'A message of a campaign or an automation, by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.campaignMessage.load(id),
  }),
);
