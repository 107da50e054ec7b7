import { LiveQuery } from '../live/live-query.ts';
import { type ChangedKind, inNotices, type Notice, type PubSub } from '../live/pubsub.ts';
import type { Log } from '../log.ts';
import type { Scope } from '../scope.ts';

/** A created, changed or deleted row. */
export interface Changed {
  id: string;
  kind: ChangedKind;
}

interface Change extends Changed {
  topic: 'row.changed';
  teamId: number;
}

/** The kinds that a reader follows; null: all. */
interface Followed {
  kinds: ReadonlySet<ChangedKind> | null;
}

type LiveChanges = LiveQuery<Change, Changed, Followed>;

/** Several changes of a row in this time are announced as one. */
const TOGETHER_MS = 100;

/** The stream of rows that a team creates, changes and deletes. Readers fetch the rows themselves by id. */
export const createLiveChanges = (pubsub: PubSub, log: Log): LiveChanges =>
  new LiveQuery<Change, Changed, Followed>(
    {
      topic: 'row.changed',
      changesIn: (notice) => {
        const { topic, teamId, kind, ids } = notice as Extract<Notice, { topic: 'row.changed' }>;
        return ids.map((id) => ({ topic, teamId, kind, id }));
      },
      load: async () => [],
      missing: ({ id, kind }) => ({ id, kind }),
      gatherMs: TOGETHER_MS,
      newestOnly: true,
      fits: ({ kinds }, { kind }) => kinds === null || kinds.has(kind),
    },
    pubsub,
    log,
  );

/** Announces created, changed or deleted rows to every process once the transaction commits. */
export async function announceChange(scope: Scope, kind: ChangedKind, ...ids: readonly string[]): Promise<void> {
  const notices = inNotices(ids).map((ids): Notice => ({ topic: 'row.changed', teamId: scope.team.id, kind, ids }));
  if (notices.length > 0) await scope.publish(...notices);
}
