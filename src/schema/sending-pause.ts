import { endSendingPause } from '../domain/transports/end-sending-pause.ts';
import { listSendingPauses, transportOfPause } from '../domain/transports/sending-pauses.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { Transport } from './transport.ts';

const SendingPause = builder.prismaObject('SendingPause', {
  description: 'After failures in a row nothing is sent to a recipient domain, or by a whole transport, for a while.',
  interfaces: [Node],
  fields: (t) => ({
    transportId: t.id({
      nullable: true,
      description: "Null for the installation's own.",
      resolve: transportOfPause,
    }),
    transport: t.field({
      type: Transport,
      nullable: true,
      resolve: (pause, _, { loaders }) => loadIfAny(loaders.transport, transportOfPause(pause)),
    }),
    domain: t.string({
      nullable: true,
      description: 'Of recipients; null when the whole transport is paused.',
      resolve: ({ domain }) => domain || null,
    }),
    reason: t.exposeString('reason', { description: 'The last failure.' }),
    failures: t.exposeInt('failures', { description: 'In a row.' }),
    pausedUntil: t.expose('pausedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Messages wait until then. In the past: it is being tried whether things go well again.',
    }),
    failingSince: t.expose('failingSince', { type: 'DateTime', description: 'When the first of the failures was.' }),
  }),
});

builder.prismaObjectField(Transport, 'sendingPauses', (t) =>
  t.field({ type: [SendingPause], resolve: ({ id }, _, { loaders }) => loaders.sendingPausesOf.load(id) }),
);

builder.queryField('sendingPauses', (t) =>
  t.connection({
    type: SendingPause,
    description: "Of all transports of the team, the installation's own among them.",
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listSendingPauses(scope, args)),
  }),
);

builder.mutationField('endSendingPause', (t) =>
  t.field({
    type: DeletePayload,
    description: 'Workers try again within seconds.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(endSendingPause(scope, id)),
  }),
);
