import { endSendingPause } from '../domain/transports/end-sending-pause.ts';
import { listSendingPauses } from '../domain/transports/sending-pauses.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
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
    type: DeletePayload,
    description: 'Workers try again within seconds.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(endSendingPause(scope, id)),
  }),
}));
