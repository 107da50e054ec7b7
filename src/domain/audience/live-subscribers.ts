import { type Database, run } from '../../database/connect.ts';
import type { Subscriber } from '../../generated/prisma/client.ts';
import { personKey } from '../../ids.ts';
import { LiveQuery } from '../../live/live-query.ts';
import { type DeletedSubscriber, type Notice, noticesOf, type PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../scope.ts';
import { subscribersById } from './subscriber-columns.ts';

/** A subscriber in the stream. */
export type StreamedSubscriber = Subscriber & { deleted?: boolean };

export interface SubscriberFilter {
  listId: string;
  email?: string;
}

interface Change {
  topic: 'subscriber.changed';
  teamId: number;
  id: string;
  deleted?: DeletedSubscriber;
}

type LiveSubscribers = LiveQuery<Change, StreamedSubscriber, SubscriberFilter>;

/**
 * The stream of subscribers that change one by one or in batches. Imports publish their progress instead (docs/people.md).
 */
export const createLiveSubscribers = (db: Database, pubsub: PubSub, log: Log): LiveSubscribers =>
  new LiveQuery(
    {
      topic: 'subscriber.changed',
      changesIn: (notice) => changesIn(notice as Extract<Notice, { topic: 'subscriber.changed' }>),
      load: (teamId, ids) => run<Subscriber>(db, subscribersById(teamId, ids)),
      missing: ({ teamId, id, deleted }) => deleted && asDeleted(teamId, id, deleted),
      fits: (filter: SubscriberFilter, { listId, email }) =>
        filter.listId === listId && (filter.email === undefined || filter.email === email),
    },
    pubsub,
    log,
  );

/** Announces changed subscribers to every process when the caller's transaction commits, with one notice for a hundred. */
export async function announceSubscribers(scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await scope.publish(...noticesOf('subscriber.changed', scope.team.id, ids));
}

/** Announces a deleted subscriber to every process. */
export const announceDeleted = (scope: Scope, { id, listId, email, status }: Subscriber): Promise<void> =>
  scope.publish({
    topic: 'subscriber.changed',
    teamId: scope.team.id,
    ids: [id],
    deleted: { listId, email, status },
  });

const changesIn = ({ ids, ...rest }: Extract<Notice, { topic: 'subscriber.changed' }>): Change[] =>
  ids.map((id) => ({ ...rest, id }));

/** The address and last status of a deleted subscriber. The other fields were deleted with the row. */
function asDeleted(teamId: number, id: string, deleted: DeletedSubscriber): StreamedSubscriber {
  const now = new Date();
  const nothing = {
    firstName: null,
    lastName: null,
    timezone: null,
    locale: null,
    consent: null,
    importId: null,
    subscribedAt: null,
    engagedAt: null,
    removals: [],
  };
  return {
    teamId,
    id,
    ...deleted,
    personKey: personKey(teamId, deleted.email),
    deleted: true,
    ...nothing,
    unsubscribedAt: null,
    tagIds: [],
    attributes: {},
    createdAt: now,
    updatedAt: now,
  };
}
