import { MESSAGE_STATES, type Recipient } from '../domain/campaigns/recipients.ts';
import { readTimeline } from '../domain/sending/timeline.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { TimelineEntry } from './timeline.ts';

export const State = wireEnum('MessageState', 'How far a message came.', MESSAGE_STATES);

export const CampaignRecipient = builder.objectRef<Recipient>('CampaignRecipient').implement({
  description: 'One person of a campaign, and what became of the message.',
  fields: (t) => ({
    id: t.exposeID('messageId', { description: 'Of the message: its Message-ID begins with it.' }),
    email: t.expose('email', { type: 'EmailAddress', nullable: true, description: 'Null once the person was erased.' }),
    state: t.expose('state', { type: State }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was not sent.' }),
    failures: t.exposeInt('failures', { description: 'Tries that ended in a temporary failure.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'When it is tried next.' }),
    timeline: t.field({
      type: [TimelineEntry],
      resolve: ({ messageId }, _, { scope }) => readTimeline(scope, messageId),
    }),
  }),
});
