import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import type { BoundedQueue } from '../../live/bounded-queue.ts';
import { LiveQuery } from '../../live/live-query.ts';
import { type Notice, noticesOf, type PubSub } from '../../live/pubsub.ts';
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

/** Events are announced for this long after the last renewal; processes with readers renew this often. */
const WATCHED_SECONDS = 30;
const RENEW_MS = 10_000;

/** Whether anyone follows the events of a team. Otherwise none are announced, because events come by the thousand. */
export const watched = (teamId: number): Sql =>
  sql`coalesce((select events_watched_until > now() from teams where id = ${teamId}::int), false)`;

/** Announces recorded events to every process when the caller's transaction commits, with one notice for a hundred. */
export const announceEvents = (scope: Scope, ids: readonly string[]): Promise<void> =>
  scope.publish(...noticesOf('event.recorded', scope.team.id, ids));

/** The stream of events recorded by any process, for the readers in this one. */
export class LiveEvents {
  readonly #db: Database;
  readonly #log: Log;
  readonly #query: LiveQuery<Recorded, PersonalEvent, Filter>;
  /** Number of readers of each team in this process. */
  readonly #readers = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(db: Database, pubsub: PubSub, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#query = new LiveQuery(
      {
        topic: 'event.recorded',
        changesIn: (notice) => changesIn(notice as Extract<Notice, { topic: 'event.recorded' }>),
        load: (id, ids) => readPersonalEvents({ db, team: { id } }, ids), // leaves out people who were erased meanwhile
        fits: ({ email, name }: Filter, event) =>
          (email === undefined || email === event.email) && (name === undefined || name === event.name),
      },
      pubsub,
      log,
    );
    this.#timer = setInterval(() => void this.#watchAll(), RENEW_MS).unref();
  }

  /** Streams the events of a team that are recorded from now on. Calls `onEnd` once. */
  read(teamId: number, filter: Filter, onEnd: () => void): BoundedQueue<PersonalEvent> {
    this.#readers.set(teamId, (this.#readers.get(teamId) ?? 0) + 1);
    return this.#query.read(teamId, filter, () => {
      const left = (this.#readers.get(teamId) ?? 1) - 1;
      if (left > 0) this.#readers.set(teamId, left);
      else this.#readers.delete(teamId);
      onEnd();
    });
  }

  /** Starts announcing the events of these teams. Covers every event that is recorded after this resolves. */
  async watch(...teamIds: number[]): Promise<void> {
    await run(
      this.#db,
      sql`update teams set events_watched_until = now() + make_interval(secs => ${WATCHED_SECONDS})
          where id = any(${teamIds}::int[]) returning id`,
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#query.close();
  }

  async #watchAll(): Promise<void> {
    if (this.#readers.size === 0) return;
    try {
      await this.watch(...this.#readers.keys());
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'the stream of recorded events could not be renewed');
    }
  }
}

const changesIn = ({ ids, ...rest }: Extract<Notice, { topic: 'event.recorded' }>): Recorded[] =>
  ids.map((id) => ({ ...rest, id }));
