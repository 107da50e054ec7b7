import type { Recipient } from '../domain/campaigns/recipients.ts';
import { builder } from './builder.ts';
import { MessageState } from './message.ts';
import { TimelineEntry } from './timeline.ts';

export const CampaignRecipient = builder.objectRef<Recipient>('CampaignRecipient').implement({
  description: 'One person of a campaign, and what became of the message.',
  fields: (t) => ({
    id: t.exposeID('messageId', { description: 'Of the message: its Message-ID begins with it.' }),
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Null once the person was erased.' }),
    state: t.expose('state', { type: MessageState }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was not sent.' }),
    failures: t.exposeInt('failures', { description: 'Tries that ended in a temporary failure.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'When it is tried next.' }),
    timeline: t.field({
      type: [TimelineEntry],
      resolve: ({ messageId }, _, { loaders }) => loaders.timeline.load(messageId),
    }),
  }),
});
