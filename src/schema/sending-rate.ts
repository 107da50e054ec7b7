import { type SendingMinute as Minute, readSendingRate } from '../domain/ledger/read-rate.ts';
import { type Backlog, readBacklogs } from '../domain/ledger/team-queue.ts';
import { builder } from './builder.ts';
import { MessageKind } from './message-kind.ts';
import { FAILS_ALONE } from './permissions.ts';

const SendingMinute = builder.objectRef<Minute>('SendingMinute').implement({
  description: 'Sending results for one minute. A message deferred several times counts each time.',
  fields: (t) => ({
    minute: t.expose('minute', { type: 'DateTime', description: 'The start of the minute.' }),
    sent: t.exposeInt('sent', { description: 'Accepted by the mail server.' }),
    failed: t.exposeInt('failed', { description: 'Rejected for good, or given up.' }),
    deferred: t.exposeInt('deferred', { description: 'Deferred and retried later.' }),
    unknown: t.exposeInt('unknown', { description: 'May have arrived; not resent.' }),
    skipped: t.exposeInt('withheld', { description: 'No longer allowed to be sent when their turn came.' }),
  }),
});

const SendingBacklog = builder.objectRef<Backlog>('SendingBacklog').implement({
  description: 'Due messages of one kind that are still waiting.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MessageKind }),
    oldestDueAt: t.expose('oldestDueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The due time of the oldest waiting message. Null if none waits. Leaves out campaigns outside their send window.',
    }),
  }),
});

builder.queryFields((t) => ({
  sendingRate: t.field({
    type: [SendingMinute],
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'Sending results for each of the last minutes, oldest first.',
    args: {
      minutes: t.arg.int({
        defaultValue: 60,
        description: '1 to 60. Default: 60. The last minute is still in progress.',
      }),
    },
    resolve: (_, args, { scope }) => readSendingRate(scope, args),
  }),
  sendingBacklogs: t.field({
    type: [SendingBacklog],
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'How long due messages wait, by kind, in sending order.',
    resolve: (_, _args, { scope }) => readBacklogs(scope),
  }),
}));
