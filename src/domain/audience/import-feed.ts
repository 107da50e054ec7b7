import type { Database } from '../../database/connect.ts';
import { Feed } from '../../feed.ts';
import type { Import } from '../../generated/prisma/client.ts';
import type { Log } from '../../log.ts';
import type { Notice, PubSub } from '../../pubsub.ts';

export type ImportFeed = Feed<Extract<Notice, { topic: 'import.progressed' }>, Import, { id: string }>;

/** The progress of imports. A finished import is the last that its readers get. */
export const createImportFeed = (db: Database, pubsub: PubSub, log: Log): ImportFeed =>
  new Feed(
    {
      topic: 'import.progressed',
      load: (teamId, ids) => db.import.findMany({ where: { teamId, id: { in: ids } } }),
      fits: (filter: { id: string }, { id }) => filter.id === id,
      isLast: ({ finishedAt }) => finishedAt !== null,
    },
    pubsub,
    log,
  );
