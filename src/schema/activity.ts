import type { Activity as ActivityRow } from '../domain/insight/activity.ts';
import { builder } from './builder.ts';
import { Node } from './node.ts';

const TYPES = { event: 'Event', mail: 'TransactionalMail', campaign: 'CampaignMessage' } as const;

export const Activity = builder.interfaceRef<ActivityRow>('Activity').implement({
  description: 'Something that a person did or was sent: an event, a transactional e-mail, a message of a campaign.',
  interfaces: [Node],
  fields: (t) => ({
    occurredAt: t.expose('occurredAt', {
      type: 'DateTime',
      description: 'When the person did it, or when the message was created.',
    }),
  }),
  resolveType: ({ kind }) => TYPES[kind],
});
