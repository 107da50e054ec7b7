import { ACTIVITY_TYPES, type Activity as ActivityRow } from '../domain/insight/activity.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import { wireEnum } from './enums.ts';
import { Event } from './event.ts';
import { connection } from './pagination.ts';
import { Subscriber } from './subscriber.ts';
import { TransactionalMail } from './transactional-mail.ts';

const ActivityType = wireEnum('ActivityType', 'What an entry of a timeline is.', ACTIVITY_TYPES);

export const Activity = builder.objectRef<ActivityRow>('Activity').implement({
  description: 'Something that a person did or was sent.',
  fields: (t) => ({
    type: t.expose('type', { type: ActivityType }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    event: t.expose('event', { type: Event, nullable: true, description: 'What was done.' }),
    mail: t.field({
      type: TransactionalMail,
      nullable: true,
      description: 'What was sent.',
      resolve: ({ mail }) => mail ?? null,
    }),
    campaign: t.expose('campaign', { type: CampaignMessage, nullable: true, description: 'What was sent to many.' }),
  }),
});

builder.prismaObjectFields(Subscriber, (t) => ({
  mails: t.connection({
    type: TransactionalMail,
    description: 'The transactional e-mails to the address, newest first.',
    args: { offset: t.arg.int() },
    resolve: ({ email }, request, { loaders }) => connection(loaders.mailsOf.load({ owner: email, request })),
  }),
  activity: t.connection({
    type: Activity,
    description: 'What the person did and was sent, most recent first.',
    args: { offset: t.arg.int() },
    resolve: ({ email }, request, { loaders }) => connection(loaders.activityOf.load({ owner: email, request })),
  }),
}));
