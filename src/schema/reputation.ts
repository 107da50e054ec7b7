import { type Reputation as Row, readReputation } from '../domain/refusals/read-reputation.ts';
import { builder } from './builder.ts';
import { FAILS_ALONE } from './permissions.ts';
import { RefusalCause } from './refusal-cause.ts';

const SoftBounceCount = builder.objectRef<Row['softBounceCauses'][number]>('SoftBounceCount').implement({
  description: 'The number of soft bounces with one cause.',
  fields: (t) => ({
    cause: t.expose('cause', { type: RefusalCause }),
    count: t.exposeInt('count'),
  }),
});

const Reputation = builder.objectRef<Row>('Reputation').implement({
  description: 'Delivery results at a mailbox provider on a day.',
  fields: (t) => ({
    day: t.expose('day', {
      type: 'Date',
      description: 'The day (UTC). Bounces and complaints count on the day they were received.',
    }),
    provider: t.exposeString('provider', {
      description:
        'The name of a large provider, such as gmail; the domain of any other; or `other` for all beyond the first 50.',
    }),
    sent: t.exposeInt('sent', { description: 'Accepted messages.' }),
    failed: t.exposeInt('failed', { description: 'Messages rejected for good during delivery.' }),
    deferred: t.exposeInt('deferred', { description: 'Attempts that were deferred.' }),
    hardBounces: t.exposeInt('hardBounces', {
      description: 'Messages to addresses that do not exist, reported during delivery or later.',
    }),
    softBounces: t.exposeInt('softBounces', {
      description: 'All other permanent rejections, and later bounces.',
    }),
    softBounceCauses: t.field({ type: [SoftBounceCount], resolve: ({ softBounceCauses }) => softBounceCauses }),
    complaints: t.exposeInt('complaints'),
    blocks: t.exposeInt('blocks', {
      description: 'Messages rejected, deferred or bounced because of the sender; see `sendingRefusals`.',
    }),
    bounceRate: t.exposeFloat('bounceRate', {
      nullable: true,
      description: 'Hard and soft bounces divided by messages sent or failed. Null without messages.',
    }),
    complaintRate: t.exposeFloat('complaintRate', {
      nullable: true,
      description: 'Complaints divided by messages sent. Null without messages.',
    }),
    blockRate: t.exposeFloat('blockRate', {
      nullable: true,
      description: 'Blocks divided by messages sent, failed or deferred. Null without messages.',
    }),
  }),
});

builder.queryField('reputation', (t) =>
  t.field({
    type: [Reputation],
    nullable: true,
    extensions: FAILS_ALONE,
    description:
      'Delivery results by day and mailbox provider. Latest days first, then providers with the most messages.',
    args: {
      since: t.arg({ type: 'Date', description: 'The first day (UTC), such as 2026-01-31. Default: 30 days ago.' }),
      until: t.arg({ type: 'Date', description: 'The last day, at most 92 days in all. Default: today.' }),
      sendingDomain: t.arg.string({ description: "The sender's domain." }),
      provider: t.arg.string({ description: 'A provider, named as in the results, or a domain.' }),
    },
    resolve: (_, args, { scope }) => readReputation(scope, args),
  }),
);
