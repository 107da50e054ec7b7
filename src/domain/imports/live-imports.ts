import type { Database } from '../../database/connect.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { LiveQuery } from '../../live/live-query.ts';
import type { Notice, PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';

export type LiveImports = LiveQuery<Extract<Notice, { topic: 'import.progressed' }>, Import, { id: string }>;

/** The stream of the progress of imports. It ends with the finished import. */
export const createLiveImports = (db: Database, pubsub: PubSub, log: Log): LiveImports =>
  new LiveQuery(
    {
      topic: 'import.progressed',
      load: (teamId, ids) => db.import.findMany({ where: { teamId, id: { in: ids } } }),
      fits: (filter: { id: string }, { id }) => filter.id === id,
      isLast: ({ finishedAt }) => finishedAt !== null,
    },
    pubsub,
    log,
  );
