import type { Vault } from '../../crypto/vault.ts';
import { PagedStream } from '../../live/paged-stream.ts';
import type { PubSub } from '../../live/pubsub.ts';
import { feedStreams } from '../../metrics/feed-streams.ts';
import type { Scope } from '../../scope.ts';
import type { ChangeFilter } from './change-filters.ts';
import { type ChangePage, readChanges, type ShownChange } from './read-changes.ts';

type ChangeStream = PagedStream<ShownChange>;

/** A stream also reads this often, so that its feed counts as used. */
const USE_MS = 1_800_000;

/** The feeds that this process streams. Readers at the same place share their statements. */
export class LiveFeed {
  readonly #teams = new Map<number, Set<ChangeStream>>();
  readonly #reading = new Map<string, Promise<ChangePage>>();
  readonly #timer: NodeJS.Timeout;
  /** Counts the wake-ups. A read that began before one may have missed something. */
  #wakes = 0;

  constructor(pubsub: PubSub) {
    pubsub.on('feed.grown', ({ teamId }) => this.#wake([teamId]));
    pubsub.onInterrupted(() => this.#wake(this.#teams.keys()));
    this.#timer = setInterval(() => this.#wake(this.#teams.keys()), USE_MS).unref();
  }

  /** Streams the changes after `page`, which was read with this filter; first those on it. Calls `onEnd` once. */
  read(scope: Scope, vault: Vault, { filter, page }: { filter: ChangeFilter; page: ChangePage }, onEnd: () => void) {
    const teamId = scope.team.id;
    const streams = this.#teams.get(teamId) ?? new Set();
    let known = page.changes.length > 0 ? page : undefined; // a change may have come since an empty one
    let { cursor } = page;
    const stream: ChangeStream = new PagedStream(
      async () => {
        const next = known ?? (await this.#readOnce(scope, vault, { ...filter, after: Number(cursor) }));
        known = undefined;
        cursor = next.cursor;
        return next.changes;
      },
      () => {
        streams.delete(stream);
        feedStreams.delete(stream);
        if (streams.size === 0) this.#teams.delete(teamId);
        onEnd();
      },
    );
    this.#teams.set(teamId, streams.add(stream));
    feedStreams.add(stream);
    return stream;
  }

  /** Ends every stream. Called when the process stops. */
  close(): void {
    clearInterval(this.#timer);
    for (const streams of [...this.#teams.values()]) for (const stream of [...streams]) stream.end();
  }

  #wake(teams: Iterable<number>): void {
    this.#wakes += 1;
    for (const teamId of teams) for (const stream of this.#teams.get(teamId) ?? []) stream.wake();
  }

  #readOnce(scope: Scope, vault: Vault, filter: ChangeFilter): Promise<ChangePage> {
    const key = JSON.stringify([this.#wakes, scope.team.id, filter]);
    const reading = this.#reading.get(key) ?? readChanges(scope, vault, filter);
    this.#reading.set(key, reading);
    const done = () => void (this.#reading.get(key) === reading && this.#reading.delete(key));
    reading.then(done, done);
    return reading;
  }
}
