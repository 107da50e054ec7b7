import type { Database } from '../../database/connect.ts';
import type { BulkUpdate } from '../../generated/prisma/client.ts';
import { LiveQuery } from '../../live/live-query.ts';
import type { Notice, PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';

type LiveBulkUpdates = LiveQuery<Extract<Notice, { topic: 'bulk-update.progressed' }>, BulkUpdate, { id?: string }>;

/** The progress stream of bulk updates. The stream of a single one ends when it has ended. */
export const createLiveBulkUpdates = (db: Database, pubsub: PubSub, log: Log): LiveBulkUpdates =>
  new LiveQuery(
    {
      topic: 'bulk-update.progressed',
      load: (teamId, ids) => db.bulkUpdate.findMany({ where: { teamId, id: { in: ids } } }),
      fits: (filter: { id?: string }, { id }) => (filter.id ?? id) === id,
      isLast: ({ finishedAt }, filter) => filter.id !== undefined && finishedAt !== null,
      newestOnly: true,
    },
    pubsub,
    log,
  );
