import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { BoundedQueue } from './bounded-queue.ts';
import type { Notice, PubSub } from './pubsub.ts';

/** That a row of a team changed. */
interface RowChange {
  topic: Notice['topic'];
  teamId: number;
  id: string;
}
type Loaded = { id: string };

/** Where a feed's items come from and who gets them. */
export interface LiveQuerySource<Change extends RowChange, Item extends Loaded, Filter> {
  topic: Change['topic'];
  /** The changes that a notice tells of, when it is not one by itself. */
  changesIn?(notice: Notice): Change[];
  /** The rows of a team that have these ids, in one statement. */
  load(teamId: number, ids: string[]): Promise<Item[]>;
  fits(filter: Filter, item: Item): boolean;
  /** What the readers get of a change, if not the row as it is by now. */
  show?(item: Item, change: Change): Item;
  /** What the readers get of a change whose row is not there any more. */
  missing?(change: Change): Item | undefined;
  /** Whether readers wait for this very row: their streams end when it is not there any more. */
  waitsFor?(filter: Filter, change: Change): boolean;
  /** Whether nothing can follow: the readers' streams end after it. */
  isLast?(item: Item): boolean;
}

type Reader<Item extends object, Filter> = { queue: BoundedQueue<Item>; filter: Filter };

/** How many changes a reader may be behind before its stream ends. */
const MAX_BEHIND = 1_000;
const MAX_AT_ONCE = 500;
/** Changes handed to readers until others have their turn: what readers do with them comes before anything else. */
const YIELD_AFTER = 100;

const missed = () => new Error('Changes may have been missed: subscribe again.');

/**
 * Changes of rows, for every live reader of this process: a change is loaded once, however many read it, and handed
 * on in the order in which the changes were committed.
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

  /** The rows of a team that change from now on, those that the filter lets through. `onEnd` runs once. */
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

  /** Treats a row as changed: a reader that came just now learns how it stands, in the same order as all else. */
  take(change: Change): void {
    if (!this.#teams.has(change.teamId)) return;
    this.#changes.push(change);
    if (!this.#draining) void this.#drain();
  }

  /** Ends every stream, as the process stops. */
  close(): void {
    this.#endAll();
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    while (this.#changes.length > 0) {
      const changes = this.#changes.splice(0, MAX_AT_ONCE);
      try {
        const items = await this.#load(changes);
        for (const change of changes) await this.#hand(change, items.get(`${change.teamId} ${change.id}`));
      } catch (error) {
        this.#log.error({ error }, 'changes could not be read');
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

  /** Waits now and then, so that readers who do read are not behind because this process is. */
  async #hand(change: Change, loaded: Item | undefined): Promise<void> {
    const { fits, show, missing, isLast } = this.#source;
    const item = loaded ? (show ? show(loaded, change) : loaded) : missing?.(change);
    if (!item) return this.#gone(change);
    for (const { queue, filter } of [...(this.#teams.get(change.teamId) ?? [])]) {
      if (!fits(filter, item)) continue;
      queue.push(item);
      if (isLast?.(item)) queue.close();
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
