import type { Database } from '../../database/connect.ts';
import {
  type BudgetRequest,
  giveBack,
  MAX_WAIT_SECONDS,
  openBudgets,
  takeFromBudgets,
} from '../../domain/transports/budgets.ts';
import { routeKey, type SendRoute } from '../../domain/transports/send-route.ts';
import type { TransportCache } from '../transports/transport-cache.ts';
import { RetryPacer } from './retry-pacer.ts';

/**
 * What may go now (0), or after how many seconds it is to be looked at again; `failingFor`: it waits for a pause to end, of
 * what has taken nothing for so many seconds.
 */
export type Admitted<Item> = { item: Item; delaySeconds: number; failingFor?: number };

/** A message with its route; `isBulk`: one of many, so that it may be put off further than others. */
export interface Routed {
  route: SendRoute;
  isBulk?: boolean;
}

/** Part of a wait by which messages are scattered, so that they do not all come back at once. */
const SCATTER = 0.2;
const SCATTER_AT_LEAST = 2;

const scattered = (seconds: number): number => seconds + Math.random() * Math.max(SCATTER_AT_LEAST, seconds * SCATTER);

/**
 * Says which claimed messages may go. What is paused waits until the pause is over; limits are taken from budgets in the
 * database, so that all processes share one. Costs no statement where neither holds for the routes at hand.
 */
export class SendLimits {
  readonly #db: Database;
  readonly #cache: TransportCache;
  readonly #pacer: RetryPacer;

  constructor(db: Database, cache: TransportCache, pacer = new RetryPacer()) {
    this.#db = db;
    this.#cache = cache;
    this.#pacer = pacer;
  }

  async admit<Item extends Routed>(items: readonly Item[]): Promise<Admitted<Item>[]> {
    const later: Admitted<Item>[] = [];
    let open = items.filter((item) => {
      const pause = this.#cache.pauseOf(item.route);
      if (pause === 0) return true;
      const delaySeconds = item.isBulk ? this.#pacer.next(routeKey(item.route), pause + 1) : scattered(pause);
      later.push({ item, delaySeconds, failingFor: this.#cache.failingFor(item.route) });
      return false;
    });
    const take = async (wantOf: (route: SendRoute) => BudgetRequest | undefined) => {
      const { admitted, refused } = await this.#take(open, wantOf);
      open = admitted;
      later.push(...refused);
      return refused;
    };
    await take((route) => this.#wantOfDomain(route));
    const refused = await take((route) => this.#wantOfTransport(route));
    // What the transport had no room for was not sent to the domain either.
    await giveBack(this.#db, countByPlace(refused.map(({ item }) => this.#wantOfDomain(item.route))));
    return [...open.map((item) => ({ item, delaySeconds: 0 })), ...later];
  }

  #wantOfDomain(route: SendRoute): BudgetRequest | undefined {
    const perMinute = this.#cache.limitsOf(route).domain;
    return perMinute === null || route.transportId === null
      ? undefined
      : { ...route, transportId: route.transportId, count: 1, perMinute, daily: null };
  }

  #wantOfTransport(route: SendRoute): BudgetRequest | undefined {
    const { perMinute, daily } = this.#cache.limitsOf(route);
    return (perMinute === null && daily === null) || route.transportId === null
      ? undefined
      : { ...route, transportId: route.transportId, domain: '', count: 1, perMinute, daily };
  }

  async #take<Item extends Routed>(items: readonly Item[], wantOf: (route: SendRoute) => BudgetRequest | undefined) {
    const admitted: Item[] = [];
    const refused: Admitted<Item>[] = [];
    const waiting = new Map<string, { want: BudgetRequest; items: Item[] }>();
    for (const item of items) {
      const want = wantOf(item.route);
      if (!want) admitted.push(item);
      else {
        const known = waiting.get(routeKey(want));
        if (known) known.items.push(item);
        else waiting.set(routeKey(want), { want, items: [item] });
      }
    }
    const groups = [...waiting.values()];
    const wants = groups.map(({ want, items }) => ({ ...want, count: items.length }));
    const grants = wants.length > 0 ? await this.#grants(wants) : [];
    for (const [index, { items }] of groups.entries()) {
      const { granted = 0, wait = 1, step = 0 } = grants[index] ?? {};
      admitted.push(...items.slice(0, granted));
      for (const [place, item] of items.slice(granted).entries()) {
        const seconds = Math.min(wait + place * step, MAX_WAIT_SECONDS);
        // Turns of a rate are in order already; what waits for a day or an hour would come back in one heap.
        refused.push({ item, delaySeconds: step > 0 && seconds < MAX_WAIT_SECONDS ? seconds : scattered(seconds) });
      }
    }
    return { admitted, refused };
  }

  async #grants(wants: readonly BudgetRequest[]) {
    const grants = await takeFromBudgets(this.#db, wants);
    const without = wants.filter((_, index) => grants[index] === undefined);
    if (without.length === 0) return grants;
    await openBudgets(this.#db, without);
    const added = await takeFromBudgets(this.#db, without);
    return wants.map((want, index) => grants[index] ?? added[without.indexOf(want)]);
  }
}

function countByPlace(wants: readonly (BudgetRequest | undefined)[]): BudgetRequest[] {
  const places = new Map<string, BudgetRequest>();
  for (const want of wants) {
    if (!want) continue;
    const before = places.get(routeKey(want));
    places.set(routeKey(want), { ...want, count: (before?.count ?? 0) + 1 });
  }
  return [...places.values()];
}
