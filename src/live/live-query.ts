import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { BoundedQueue } from './bounded-queue.ts';
import type { Notice, PubSub } from './pubsub.ts';

/** A row of a team changed. */
export interface RowChange {
  topic: Notice['topic'];
  teamId: number;
  id: string;
}
export type Loaded = { id: string };

/** The source of a live query's items, and their readers. */
export interface LiveQuerySource<Change extends RowChange, Item extends Loaded, Filter> {
  /** One, or several whose changes are told in their order. */
  topic: Change['topic'] | readonly Change['topic'][];
  /** The changes in a notice, if the notice itself is not a change. */
  changesIn?(notice: Notice): Change[];
  /** Loads the rows of a team with these ids in one statement. */
  load(teamId: number, ids: string[]): Promise<Item[]>;
  fits(filter: Filter, item: Item): boolean;
  /** The item for readers, instead of the current row. */
  show?(item: Item, change: Change): Item;
  /** The item for readers if the row no longer exists. */
  missing?(change: Change): Item | undefined;
  /** Whether a reader follows this single row. Its stream ends with the row. */
  waitsFor?(filter: Filter, change: Change): boolean;
  /** Whether this item is the last one for a reader. The reader's stream ends after it. */
  isLast?(item: Item, filter: Filter): boolean;
  /** A slow reader only gets the newest state of a row: for rows with only a current state of interest. */
  newestOnly?: boolean;
  /** Changes of a row within this many milliseconds are combined: for rows that change many times a second. */
  gatherMs?: number;
}

type Reader<Item extends object, Filter> = { queue: BoundedQueue<Item>; filter: Filter };

/** The maximum number of unread changes before a reader's stream ends. */
const MAX_BEHIND = 1_000;
const MAX_AT_ONCE = 500;
/** Yield to the event loop after this many items, because readers' microtasks run before anything else. */
const YIELD_AFTER = 100;

const missed = () => new Error('Some changes may be missing. Subscribe again.');

/**
 * Streams changes of rows to all live readers of this process. Each change is loaded once, however many readers there
 * are, and readers get changes in commit order.
 */
export class LiveQuery<Change extends RowChange, Item extends Loaded, Filter> {
  readonly #source: LiveQuerySource<Change, Item, Filter>;
  readonly #log: Log;
  readonly #teams = new Map<number, Set<Reader<Item, Filter>>>();
  #changes: Change[] = [];
  #draining = false;
  #handed = 0;

  constructor(source: LiveQuerySource<Change, Item, Filter>, pubsub: PubSub, log: Log) {
    this.#source = source;
    this.#log = log;
    for (const topic of [source.topic].flat()) {
      pubsub.on(topic, (notice) => {
        for (const change of source.changesIn?.(notice) ?? [notice as unknown as Change]) this.take(change);
      });
    }
    pubsub.onInterrupted(() => this.#endAll(missed()));
  }

  /** Streams the team's changed rows that match the filter. `onEnd` runs once. */
  read(teamId: number, filter: Filter, onEnd: () => void): BoundedQueue<Item> {
    const readers = this.#teams.get(teamId) ?? new Set();
    const queue = new BoundedQueue<Item>(MAX_BEHIND, () => {
      readers.delete(reader);
      if (readers.size === 0) this.#teams.delete(teamId);
      onEnd();
    });
    const reader: Reader<Item, Filter> = { queue, filter };
    this.#teams.set(teamId, readers.add(reader));
    return queue;
  }

  /** Treats a row as changed. A new reader gets its current state this way, in order with all other changes. */
  take(change: Change): void {
    if (!this.#teams.has(change.teamId) || this.#isToldAnyway(change)) return;
    this.#changes.push(change);
    if (!this.#draining) void this.#drain();
  }

  #isToldAnyway({ teamId, id }: Change): boolean {
    const { gatherMs } = this.#source;
    return gatherMs !== undefined && this.#changes.some((one) => one.teamId === teamId && one.id === id);
  }

  /** Ends every stream. Called when the process stops. */
  close(): void {
    this.#endAll();
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    while (this.#changes.length > 0) {
      if (this.#source.gatherMs !== undefined) await sleep(this.#source.gatherMs);
      const changes = this.#changes.splice(0, MAX_AT_ONCE);
      try {
        const items = await this.#load(changes);
        for (const change of changes) await this.#hand(change, items.get(`${change.teamId} ${change.id}`));
      } catch (error) {
        this.#log.error({ error }, 'cannot load changes');
        this.#endAll(missed());
      }
    }
    this.#draining = false;
  }

  async #load(changes: Change[]): Promise<Map<string, Item>> {
    const teams = [...new Set(changes.map((change) => change.teamId))];
    const pages = await Promise.all(
      teams.map(async (teamId) => {
        const ids = changes.filter((change) => change.teamId === teamId).map((change) => change.id);
        const items = await this.#source.load(teamId, [...new Set(ids)]);
        return items.map((item) => [`${teamId} ${item.id}`, item] as const);
      }),
    );
    return new Map(pages.flat());
  }

  /** Yields now and then, so that this process does not make fast readers fall behind. */
  async #hand(change: Change, loaded: Item | undefined): Promise<void> {
    const { fits, show, missing, isLast, newestOnly } = this.#source;
    const item = loaded ? (show ? show(loaded, change) : loaded) : missing?.(change);
    if (!item) return this.#gone(change);
    for (const { queue, filter } of [...(this.#teams.get(change.teamId) ?? [])]) {
      if (!fits(filter, item)) continue;
      queue.push(item, newestOnly ? item.id : undefined);
      if (isLast?.(item, filter)) queue.close();
      if (++this.#handed % YIELD_AFTER === 0) await nextTurn();
    }
  }

  #gone(change: Change): void {
    for (const { queue, filter } of [...(this.#teams.get(change.teamId) ?? [])]) {
      if (this.#source.waitsFor?.(filter, change)) queue.close();
    }
  }

  #endAll(error?: Error): void {
    for (const readers of [...this.#teams.values()]) for (const { queue } of [...readers]) queue.end(error);
  }
}
