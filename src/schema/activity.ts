import type { Activity as ActivityRow } from '../domain/insight/activity.ts';
import { builder } from './builder.ts';

const TYPES = {
  event: 'Event',
  mail: 'TransactionalMail',
  campaign: 'CampaignMessage',
  touch: 'Touch',
  feedback: 'Feedback',
  change: 'SubscriberChange',
} as const;

export const Activity = builder.interfaceRef<{ id: string }>('Activity').implement({
  description:
    'Something that a person did or was sent: an event, an e-mail, an open or click, a bounce or complaint, a change of a subscription.',
  fields: (t) => ({
    id: t.exposeID('id'),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'When it happened, or when the message was created.',
      resolve: (row) => (row as ActivityRow).occurredAt,
    }),
  }),
  resolveType: (row) => TYPES[(row as ActivityRow).entry],
});
