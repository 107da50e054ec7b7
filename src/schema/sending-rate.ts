import { type SendingMinute as Minute, readSendingRate } from '../domain/ledger/read-rate.ts';
import { BACKLOG_KINDS, type Backlog, readBacklogs } from '../domain/ledger/team-queue.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const SendingMinute = builder.objectRef<Minute>('SendingMinute').implement({
  description: 'What became of messages in one minute. One that is put off and tried again counts each time.',
  fields: (t) => ({
    minute: t.expose('minute', { type: 'DateTime', description: 'When it began.' }),
    sent: t.exposeInt('sent', { description: 'Accepted by the mail server.' }),
    failed: t.exposeInt('failed', { description: 'Refused for good, or given up.' }),
    deferred: t.exposeInt('deferred', { description: 'Put off, to be tried again later.' }),
    unknown: t.exposeInt('unknown', { description: 'May have arrived, and are not repeated.' }),
    withheld: t.exposeInt('withheld', { description: 'No longer to be sent when their turn came.' }),
  }),
});

const MessageKind = wireEnum('MessageKind', 'What a message is.', BACKLOG_KINDS, {
  campaign: 'Of a campaign, or of an e-mail of an automation to a list.',
  data_request: 'A link by which somebody gets or erases their data.',
});

const SendingBacklog = builder.objectRef<Backlog>('SendingBacklog').implement({
  description: 'The messages of one kind that wait although they are due.',
  fields: (t) => ({
    kind: t.expose('kind', { type: MessageKind }),
    oldestDueAt: t.expose('oldestDueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when the oldest of them is due. Null: none is. Those of campaigns that may not send at this time of day are not meant.',
    }),
  }),
});

builder.queryFields((t) => ({
  sendingRate: t.field({
    type: [SendingMinute],
    description: 'How many messages were sent, failed and so on in each of the last minutes, oldest first.',
    args: { minutes: t.arg.int({ description: 'From 1 to 60, which is also the default. The last has only begun.' }) },
    resolve: (_, args, { scope }) => readSendingRate(scope, args),
  }),
  sendingBacklogs: t.field({
    type: [SendingBacklog],
    description: 'How long messages wait for their turn, by kind, in the order in which kinds are sent.',
    resolve: (_, _args, { scope }) => readBacklogs(scope),
  }),
}));
