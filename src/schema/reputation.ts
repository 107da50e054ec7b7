import { type Reputation as Row, readReputation } from '../domain/refusals/read-reputation.ts';
import { builder } from './builder.ts';
import { RefusalCause } from './refusal.ts';

const SoftBounceCount = builder.objectRef<Row['softBounceCauses'][number]>('SoftBounceCount').implement({
  description: 'How many soft bounces had one cause.',
  fields: (t) => ({
    cause: t.expose('cause', { type: RefusalCause }),
    count: t.exposeInt('count'),
  }),
});

const Reputation = builder.objectRef<Row>('Reputation').implement({
  description: 'What a provider of mailboxes did with our messages on a day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day (UTC). Bounces and complaints count on the day they came.' }),
    provider: t.exposeString('provider', {
      description:
        'A large provider by its name, such as gmail; another by its domain; `other` for those beyond the first 50.',
    }),
    sent: t.exposeInt('sent', { description: 'Messages that were accepted.' }),
    failed: t.exposeInt('failed', { description: 'Messages that were refused for good when they were handed over.' }),
    deferred: t.exposeInt('deferred', { description: 'How often a message was put off.' }),
    hardBounces: t.exposeInt('hardBounces', { description: 'There is no such address, said at once or later.' }),
    softBounces: t.exposeInt('softBounces', {
      description: 'All other refusals for good, and bounces that came later.',
    }),
    softBounceCauses: t.field({ type: [SoftBounceCount], resolve: ({ softBounceCauses }) => softBounceCauses }),
    complaints: t.exposeInt('complaints'),
    blocks: t.exposeInt('blocks', {
      description: 'How often a message was refused, put off or bounced because of us: see `refusals`.',
    }),
    bounceRate: t.exposeFloat('bounceRate', {
      nullable: true,
      description: 'Hard and soft bounces by messages that were sent or failed. Null without any.',
    }),
    complaintRate: t.exposeFloat('complaintRate', {
      nullable: true,
      description: 'Complaints by messages that were sent. Null without any.',
    }),
    blockRate: t.exposeFloat('blockRate', {
      nullable: true,
      description: 'Blocks by messages that were sent, failed or put off. Null without any.',
    }),
  }),
});

builder.queryField('reputation', (t) =>
  t.field({
    type: [Reputation],
    description:
      "What became of messages by day and recipients' provider. The latest days first, then the providers with most messages.",
    args: {
      since: t.arg.string({ description: 'The first day (UTC), such as 2026-01-31. Default: 30 days ago.' }),
      until: t.arg.string({ description: 'The last day, at most 92 days in all. Default: today.' }),
      sendingDomain: t.arg.string({ description: 'The domain of the sender.' }),
      provider: t.arg.string({ description: 'A provider as answers name it, or a domain.' }),
    },
    resolve: (_, args, { scope }) => readReputation(scope, args),
  }),
);
