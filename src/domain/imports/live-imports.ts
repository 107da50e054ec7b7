import type { Database } from '../../database/connect.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { LiveQuery } from '../../live/live-query.ts';
import type { Notice, PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';

/** The imports that a reader follows: one, those into a list, or without either all of the team. */
interface Followed {
  id?: string;
  listId?: string;
}

type LiveImports = LiveQuery<Extract<Notice, { topic: 'import.progressed' }>, Import, Followed>;

/** The progress stream of imports. The stream of a single import ends when it is finished. */
export const createLiveImports = (db: Database, pubsub: PubSub, log: Log): LiveImports =>
  new LiveQuery(
    {
      topic: 'import.progressed',
      load: (teamId, ids) => db.import.findMany({ where: { teamId, id: { in: ids } } }),
      fits: (filter: Followed, { id, listId }) => (filter.id ?? id) === id && (filter.listId ?? listId) === listId,
      isLast: ({ finishedAt }, filter) => filter.id !== undefined && finishedAt !== null,
      newestOnly: true,
    },
    pubsub,
    log,
  );
