import { type RefusalCount as Count, readRefusals } from '../domain/refusals/read-refusals.ts';
import { builder } from './builder.ts';
import { deprecatedArgument, ONE_CAUSE } from './deprecations.ts';
import { loadIfAny } from './loaders.ts';
import { FAILS_ALONE } from './permissions.ts';
import { RefusalCause } from './refusal-cause.ts';
import { Transport } from './transport.ts';

const RefusalCount = builder.objectRef<Count>('RefusalCount').implement({
  description: 'The number of refusals on a day that concern the sender, not the recipients.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day (UTC).' }),
    cause: t.expose('cause', { type: RefusalCause }),
    sendingDomain: t.exposeString('sendingDomain', {
      nullable: true,
      description: "The sender's domain. Null for refusals reported later by a bounce.",
    }),
    recipientDomain: t.exposeString('recipientDomain'),
    transportId: t.exposeID('transportId', {
      nullable: true,
      description: "Null for the installation's transport, and for refusals reported later by a bounce.",
    }),
    transport: t.field({
      type: Transport,
      nullable: true,
      resolve: ({ transportId }, _, { loaders }) => loadIfAny(loaders.transport, transportId),
    }),
    count: t.exposeInt('count'),
    reason: t.exposeString('reason', { description: 'The last response of a mail server, without addresses.' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
  }),
});

builder.queryField('sendingRefusals', (t) =>
  t.field({
    type: [RefusalCount],
    nullable: true,
    extensions: FAILS_ALONE,
    description:
      'Refusals that concern the sender: blocks, failed authentication, policies and rate limits. Latest days first, then most frequent. At most 1,000.',
    args: {
      since: t.arg({ type: 'Date', description: 'The first day (UTC), such as 2026-01-31. Default: 30 days ago.' }),
      until: t.arg({ type: 'Date', description: 'The last day. Default: today.' }),
      causes: t.arg({ type: [RefusalCause], description: 'Only with one of these causes. Absent: all.' }),
      cause: t.arg({
        type: RefusalCause,
        description: 'The same as `causes`, for one cause.',
        ...deprecatedArgument(ONE_CAUSE),
      }),
      domain: t.arg.string({ description: "The recipients' domain." }),
    },
    resolve: (_, args, { scope }) => readRefusals(scope, args),
  }),
);
