import type { NamedFeedback } from '../domain/insight/people/person-lists.ts';
import type { Cause } from '../domain/refusals/refusal.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { RefusalCause } from './refusal-cause.ts';
import { TransactionalMail } from './transactional-mail.ts';

const FeedbackKind = wireEnum('FeedbackKind', 'The kind of feedback.', ['hard_bounce', 'soft_bounce', 'complaint']);

export const Feedback = builder.objectRef<NamedFeedback>('Feedback').implement({
  description: 'A bounce or a complaint.',
  interfaces: [Activity],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the bounce or complaint. Not available through `node`.' }),
    occurredAt: t.expose('at', { type: 'DateTime' }),
    feedbackKind: t.expose('kind', { type: FeedbackKind }),
    reason: t.exposeString('reason', { nullable: true, description: "The other server's words." }),
    cause: t.field({
      type: RefusalCause,
      nullable: true,
      description: 'The cause, if the reason could be classified.',
      resolve: ({ cause }) => cause as Cause | null,
    }),
    messageId: t.exposeID('messageId', {
      nullable: true,
      description: 'Null if the provider did not identify the message.',
    }),
    campaignMessage: t.field({
      type: CampaignMessage,
      nullable: true,
      description: 'The message, if a campaign or an automation sent it. Null once it was removed.',
      resolve: ({ messageId }, _, { loaders }) => loadIfAny(loaders.campaignMessage, messageId),
    }),
    transactionalMail: t.field({
      type: TransactionalMail,
      nullable: true,
      description: 'The message, if it is transactional. Null once it was removed.',
      resolve: ({ messageId }, _, { loaders }) => loadIfAny(loaders.transactionalMail, messageId),
    }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
});
