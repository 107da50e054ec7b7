import type { CampaignMessage as Message } from '../domain/insight/campaign-messages.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { MessageState } from './message.ts';
import { Node } from './node.ts';
import { TimelineEntry } from './timeline.ts';

export const CampaignMessage = builder.objectRef<Message>('CampaignMessage').implement({
  description: 'The message of a campaign, or of an automation, to one person, and its state.',
  interfaces: [Node, Activity],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The Message-ID header begins with this id.' }),
    campaignId: t.exposeID('campaignId', { nullable: true, description: 'Null if an automation sent it.' }),
    campaignName: t.exposeString('campaignName', { description: 'The name of the campaign, or of the automation.' }),
    automationId: t.exposeID('automationId', {
      nullable: true,
      description: 'The automation that sent it, if one did.',
    }),
    automationStep: t.exposeString('automationStep', { nullable: true, description: 'The id of its step.' }),
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Null once the person was erased.' }),
    state: t.expose('state', { type: MessageState }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was not sent.' }),
    failures: t.exposeInt('failures', { description: 'Attempts that ended in a temporary failure.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    openedAt: t.expose('openedAt', {
      ...{ type: 'DateTime', nullable: true },
      description: 'When a person opened it for the first time. Machines do not count.',
    }),
    clickedAt: t.expose('clickedAt', {
      ...{ type: 'DateTime', nullable: true },
      description: 'When a person clicked a link in it for the first time. Machines do not count.',
    }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'When the next attempt is due.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'The same as `createdAt`.' }),
    timeline: t.field({
      type: [TimelineEntry],
      description: 'What happened to it, from the beginning.',
      resolve: ({ id }, _, { loaders }) => loaders.timeline.load(id),
    }),
  }),
});

builder.queryField('campaignMessage', (t) =>
  t.field({
    type: CampaignMessage,
    nullable: true,
    description: 'The message of a campaign, or of an automation, to one person, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.campaignMessage.load(id),
  }),
);
