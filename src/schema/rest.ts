import { endSendingPause } from '../domain/transports/end-sending-pause.ts';
import { listSendingPauses } from '../domain/transports/sending-pauses.ts';
import { builder } from './builder.ts';
import { connection } from './pagination.ts';
import { Rest } from './transport.ts';

builder.queryFields((t) => ({
  rests: t.connection({
    type: Rest,
    description: "Of all transports of the team, the installation's own among them.",
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listSendingPauses(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  endRest: t.field({
    type: Rest,
    description: 'Workers try again within seconds. Gives the rest as it was.',
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { scope }) => endSendingPause(scope, id),
  }),
}));
