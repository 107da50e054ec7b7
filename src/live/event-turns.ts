import { liveEventsWaiting } from '../metrics/metrics.ts';
import type { LiveCaller } from './caller-limits.ts';
import type { EventBudget } from './event-budget.ts';

/** Ends a turn, and charges its caller for this many values. */
export type EndTurn = (values: number) => void;

interface Waiting {
  caller: LiveCaller;
  begin(end: EndTurn): void;
}

/** The waiting callers of a team, with their events. The first is next. */
type Callers = Map<string, Set<Waiting>>;

/**
 * Executes a few subscription events at a time. Teams take turns, and so do the callers within a team, so busy
 * callers only delay themselves. A caller without budget is skipped until it is refilled.
 */
export class EventTurns {
  readonly #max: number;
  readonly #budget: EventBudget;
  readonly #teams = new Map<number, Callers>();
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(max: number, budget: EventBudget) {
    this.#max = max;
    this.#budget = budget;
  }

  /** The number of events in execution. */
  get running(): number {
    return this.#running;
  }

  /** Waits for a turn. Undefined if `ended` came first. */
  async take(caller: LiveCaller, ended?: AbortSignal): Promise<EndTurn | undefined> {
    if (ended?.aborted) return undefined;
    if (this.#running < this.#max && this.#teams.size === 0 && this.#budget.waitOf(caller.id) === 0)
      return this.#begin(caller);
    return new Promise((resolve) => {
      const waiting: Waiting = { caller, begin: (end) => leave(end) };
      const giveUp = () => {
        this.#remove(waiting);
        leave(undefined);
      };
      const leave = (end: EndTurn | undefined) => {
        liveEventsWaiting.dec();
        ended?.removeEventListener('abort', giveUp);
        resolve(end);
      };
      liveEventsWaiting.inc();
      ended?.addEventListener('abort', giveUp, { once: true });
      this.#add(waiting);
      this.#serve();
    });
  }

  #begin({ id }: LiveCaller): EndTurn {
    this.#running += 1;
    const begun = performance.now();
    return (values) => {
      this.#running -= 1;
      this.#budget.charge(id, values, performance.now() - begun);
      this.#serve();
    };
  }

  #serve(): void {
    while (this.#running < this.#max) {
      const next = this.#next();
      if (!next) return;
      next.begin(this.#begin(next.caller));
    }
  }

  /** Removes and returns the next event, and moves its caller and team behind the others. */
  #next(): Waiting | undefined {
    let shortest = Number.POSITIVE_INFINITY;
    for (const [teamId, callers] of this.#teams) {
      for (const [id, all] of callers) {
        const wait = this.#budget.waitOf(id);
        shortest = Math.min(shortest, wait);
        if (wait > 0) continue;
        const first = all.values().next().value as Waiting;
        this.#remove(first);
        this.#putBehind(callers, id);
        this.#putBehind(this.#teams, teamId);
        return first;
      }
    }
    if (shortest !== Number.POSITIVE_INFINITY) this.#serveIn(shortest);
    return undefined;
  }

  #serveIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#serve(), milliseconds).unref();
  }

  #putBehind<Key, Value>(queue: Map<Key, Value>, key: Key): void {
    const value = queue.get(key);
    if (value === undefined) return;
    queue.delete(key);
    queue.set(key, value);
  }

  #add(waiting: Waiting): void {
    const { teamId, id } = waiting.caller;
    const callers: Callers = this.#teams.get(teamId) ?? new Map();
    const all = callers.get(id) ?? new Set();
    this.#teams.set(teamId, callers);
    callers.set(id, all.add(waiting));
  }

  #remove(waiting: Waiting): void {
    const { teamId, id } = waiting.caller;
    const callers = this.#teams.get(teamId);
    const all = callers?.get(id);
    all?.delete(waiting);
    if (all?.size === 0) callers?.delete(id);
    if (callers?.size === 0) this.#teams.delete(teamId);
  }
}
