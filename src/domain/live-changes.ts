import { LiveQuery } from '../live/live-query.ts';
import type { ChangedKind, Notice, PubSub } from '../live/pubsub.ts';
import type { Log } from '../log.ts';
import type { Scope } from '../scope.ts';

/** Something was made, changed or deleted. */
export interface Changed {
  id: string;
  kind: ChangedKind;
}

interface Change extends Changed {
  topic: 'row.changed';
  teamId: number;
}

/** Which kinds a reader follows; null: all. */
interface Followed {
  kinds: ReadonlySet<ChangedKind> | null;
}

export type LiveChanges = LiveQuery<Change, Changed, Followed>;

/** Several changes of a row at once are told as one. */
const TOGETHER_MS = 100;

/** The stream of what a team makes, changes and deletes. Whoever asks for the rows themselves reads them by their ids. */
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
      tellsNewestOnly: true,
      fits: ({ kinds }, { kind }) => kinds === null || kinds.has(kind),
    },
    pubsub,
    log,
  );

/** Ids per notice, which PostgreSQL limits to 8,000 bytes. */
const MOST = 100;

/** Tells every process that these rows were made, changed or deleted, once the transaction commits. */
export async function announceChange(scope: Scope, kind: ChangedKind, ...ids: readonly string[]): Promise<void> {
  const notices: Notice[] = [];
  for (let at = 0; at < ids.length; at += MOST) {
    notices.push({ topic: 'row.changed', teamId: scope.team.id, kind, ids: ids.slice(at, at + MOST) });
  }
  if (notices.length > 0) await scope.publish(...notices);
}
