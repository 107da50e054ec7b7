import { causeOfReason } from '../domain/refusals/judge-refusal.ts';
import { endSendingPause } from '../domain/transports/end-sending-pause.ts';
import { listSendingPauses, transportOfPause } from '../domain/transports/sending-pauses.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { RefusalCause } from './refusal-cause.ts';
import { Transport } from './transport.ts';

const SendingPause = builder.prismaObject('SendingPause', {
  description:
    'A sending pause of a recipient domain or a whole transport, after repeated failures or because the server is slow or silent.',
  interfaces: [Node],
  fields: (t) => ({
    transportId: t.id({
      nullable: true,
      description: "Null for the installation's transport.",
      resolve: transportOfPause,
    }),
    transport: t.field({
      type: Transport,
      nullable: true,
      resolve: (pause, _, { loaders }) => loadIfAny(loaders.transport, transportOfPause(pause)),
    }),
    domain: t.string({
      nullable: true,
      description: 'The recipient domain. Null if the whole transport is paused.',
      resolve: ({ domain }) => domain || null,
    }),
    reason: t.exposeString('reason', { description: 'The reason for the last failure.' }),
    cause: t.field({
      type: RefusalCause,
      nullable: true,
      description: 'The cause, if the reason could be classified.',
      resolve: ({ reason }) => causeOfReason(reason),
    }),
    bulkOnly: t.exposeBoolean('bulkOnly', {
      description:
        'Whether only campaign messages wait, because the server is slow or silent. Other messages are still sent.',
    }),
    failures: t.exposeInt('failures', { description: 'The number of failures in a row.' }),
    pausedUntil: t.expose('pausedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Messages wait until this time. Once it has passed, a first message is tried.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      description: 'When the first of these failures happened.',
    }),
  }),
});

builder.prismaObjectField(Transport, 'sendingPauses', (t) =>
  t.field({ type: [SendingPause], resolve: ({ id }, _, { loaders }) => loaders.sendingPausesOf.load(id) }),
);

builder.queryField('sendingPauses', (t) =>
  t.connection({
    type: SendingPause,
    description: "Current sending pauses of the team's transports and the installation's transport.",
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listSendingPauses(scope, args)),
  }),
);

builder.mutationField('endSendingPause', (t) =>
  t.field({
    type: DeletePayload,
    description: 'Ends a sending pause. Workers try again within seconds.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(endSendingPause(scope, id)),
  }),
);
