import type { Activity as ActivityRow } from '../domain/insight/activity.ts';
import { builder } from './builder.ts';

const TYPES = {
  event: 'Event',
  mail: 'TransactionalMail',
  campaign: 'CampaignMessage',
  touch: 'Engagement',
  feedback: 'Feedback',
  change: 'SubscriberChange',
} as const;

export const Activity = builder.interfaceRef<{ id: string }>('Activity').implement({
  description:
    "An entry in a person's activity: an event, an e-mail, an open or click, a bounce or complaint, or a subscription change.",
  fields: (t) => ({
    id: t.exposeID('id'),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'When it happened. For e-mails: when the message was created.',
      resolve: (row) => (row as ActivityRow).occurredAt,
    }),
  }),
  resolveType: (row) => TYPES[(row as ActivityRow).entry],
});
