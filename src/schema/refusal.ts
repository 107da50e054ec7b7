import { type RefusalCount as Count, readRefusals } from '../domain/refusals/read-refusals.ts';
import { CAUSES } from '../domain/refusals/refusal.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { Transport } from './transport.ts';

export const RefusalCause = wireEnum('RefusalCause', 'Why a mail server refused a message.', CAUSES, {
  user_unknown: 'There is no such mailbox.',
  host_unknown: 'There is no such domain.',
  moved: 'The mailbox has moved.',
  not_accepting: 'The domain takes no mail.',
  suspended: 'The mailbox is disabled.',
  filtered: 'The recipient does not want it, or a filter says so.',
  policy: 'A rule of the server about senders.',
  authentication: 'SPF, DKIM or DMARC failed.',
  blocked: 'Our address or name is on a list, or has a bad reputation.',
  rate: 'We sent too much in too short a time.',
  expired: 'It was tried for too long.',
  relaying: 'The server thinks that we want it to pass mail on for us.',
});

const RefusalCount = builder.objectRef<Count>('RefusalCount').implement({
  description: 'How often messages were refused on a day because of us, not because of the recipients.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day (UTC).' }),
    cause: t.expose('cause', { type: RefusalCause }),
    sendingDomain: t.exposeString('sendingDomain', {
      nullable: true,
      description: 'The domain of the sender. Null if a bounce told of it later.',
    }),
    recipientDomain: t.exposeString('recipientDomain'),
    transportId: t.exposeID('transportId', {
      nullable: true,
      description: 'Null for the transport of the installation, and if a bounce told of it later.',
    }),
    transport: t.field({
      type: Transport,
      nullable: true,
      resolve: ({ transportId }, _, { loaders }) => loadIfAny(loaders.transport, transportId),
    }),
    count: t.exposeInt('count'),
    reason: t.exposeString('reason', { description: 'What a server said last, without addresses.' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
  }),
});

builder.queryField('refusals', (t) =>
  t.field({
    type: [RefusalCount],
    description:
      'Refusals that are about us: blocked, not authenticated, against a policy, too many. The latest days first, then the most frequent; at most 1,000.',
    args: {
      from: t.arg.string({ description: 'The first day (UTC), such as 2026-01-31. Default: 30 days ago.' }),
      to: t.arg.string({ description: 'The last day. Default: today.' }),
      cause: t.arg({ type: RefusalCause }),
      domain: t.arg.string({ description: 'The domain of recipients.' }),
    },
    resolve: (_, args, { scope }) => readRefusals(scope, args),
  }),
);
