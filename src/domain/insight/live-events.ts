import { type Database, type Sql, sql } from '../../database/connect.ts';
import { type Notice, noticesOf, type PubSub } from '../../live/pubsub.ts';
import { WatchedQuery } from '../../live/watched-query.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../scope.ts';
import { type PersonalEvent, readPersonalEvents } from './events.ts';

interface Filter {
  email?: string;
  name?: string;
}

interface Recorded {
  topic: 'event.recorded';
  teamId: number;
  id: string;
}

/** Whether anyone follows the events of a team. Otherwise none are announced, because events come by the thousand. */
export const watched = (teamId: number): Sql =>
  sql`coalesce((select events_watched_until > now() from teams where id = ${teamId}::int), false)`;

/** Announces recorded events to every process when the caller's transaction commits, with one notice for a hundred. */
export const announceEvents = (scope: Scope, ids: readonly string[]): Promise<void> =>
  scope.publish(...noticesOf('event.recorded', scope.team.id, ids));

/** The stream of events recorded by any process, for the readers in this one. */
export const createLiveEvents = (db: Database, pubsub: PubSub, log: Log) =>
  new WatchedQuery<Recorded, PersonalEvent, Filter>(
    {
      topic: 'event.recorded',
      changesIn: (notice) => changesIn(notice as Extract<Notice, { topic: 'event.recorded' }>),
      load: (id, ids) => readPersonalEvents({ db, team: { id } }, ids), // leaves out people who were erased meanwhile
      fits: ({ email, name }, event) =>
        (email === undefined || email === event.email) && (name === undefined || name === event.name),
    },
    'events_watched_until',
    { db, pubsub, log },
  );

const changesIn = ({ ids, ...rest }: Extract<Notice, { topic: 'event.recorded' }>): Recorded[] =>
  ids.map((id) => ({ ...rest, id }));
