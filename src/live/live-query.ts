import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { BoundedQueue } from './bounded-queue.ts';
import type { Notice, PubSub } from './pubsub.ts';

/** A row of a team changed. */
interface RowChange {
  topic: Notice['topic'];
  teamId: number;
  id: string;
}
type Loaded = { id: string };

/** Where a live query's items come from and which readers get them. */
export interface LiveQuerySource<Change extends RowChange, Item extends Loaded, Filter> {
  topic: Change['topic'];
  /** The changes in a notice, when the notice is not itself a change. */
  changesIn?(notice: Notice): Change[];
  /** Loads the rows of a team with these ids in one statement. */
  load(teamId: number, ids: string[]): Promise<Item[]>;
  fits(filter: Filter, item: Item): boolean;
  /** What readers get for a change, instead of the current row. */
  show?(item: Item, change: Change): Item;
  /** What readers get for a change whose row no longer exists. */
  missing?(change: Change): Item | undefined;
  /** Whether a reader follows this very row. Its stream ends when the row no longer exists. */
  waitsFor?(filter: Filter, change: Change): boolean;
  /** Whether nothing can follow this item for a reader. The reader's stream ends after it. */
  isLast?(item: Item, filter: Filter): boolean;
  /** A reader that is behind gets the newest state of a row alone: for rows whose present state is all that matters. */
  tellsNewestOnly?: boolean;
  /** Changes of a row within so many milliseconds are told as one: for rows that change many times a second. */
  gatherMs?: number;
}

type Reader<Item extends object, Filter> = { queue: BoundedQueue<Item>; filter: Filter };

/** How many changes a reader may be behind before its stream ends. */
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
    pubsub.on(source.topic, (notice) => {
      for (const change of source.changesIn?.(notice) ?? [notice as unknown as Change]) this.take(change);
    });
    pubsub.onInterrupted(() => this.#endAll(missed()));
  }

  /** Streams the rows of a team that change from now on and match the filter. `onEnd` runs once. */
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

  /** Yields now and then, so that readers who keep up do not fall behind because of this process. */
  async #hand(change: Change, loaded: Item | undefined): Promise<void> {
    const { fits, show, missing, isLast, tellsNewestOnly } = this.#source;
    const item = loaded ? (show ? show(loaded, change) : loaded) : missing?.(change);
    if (!item) return this.#gone(change);
    for (const { queue, filter } of [...(this.#teams.get(change.teamId) ?? [])]) {
      if (!fits(filter, item)) continue;
      queue.push(item, tellsNewestOnly ? item.id : undefined);
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
