import type { Database } from '../../database/connect.ts';
import {
  type BudgetRequest,
  giveBack,
  MAX_WAIT_SECONDS,
  openBudgets,
  takeFromBudgets,
} from '../../domain/transports/budgets.ts';
import { routeKey, type SendRoute } from '../../domain/transports/send-route.ts';
import { type TransportCache, URGENT_FIRST_SECONDS } from '../transports/transport-cache.ts';
import { RetryPacer } from './retry-pacer.ts';

/**
 * Whether a message may be sent now (`delaySeconds` 0), or after how many seconds to check it again. `failingFor` is set when it
 * waits for a pause: seconds since the paused transport or domain last accepted a message.
 */
export type Admitted<Item> = { item: Item; delaySeconds: number; failingFor?: number };

/** Urgent messages are retried within this many seconds after a pause. */
const URGENT_SCATTER = 2;

/** The retry delay of a message with a paused route: urgent messages soon after the pause, scattered, the others later. */
export const afterPause = (seconds: number, isBulk = false): number =>
  isBulk ? seconds + URGENT_FIRST_SECONDS : seconds + Math.random() * URGENT_SCATTER;

/** A message with its route. Bulk messages may be delayed longer than others. */
export interface Routed {
  route: SendRoute;
  isBulk?: boolean;
}

/** The fraction of a wait by which retries are scattered, so that they do not all happen at once. */
const SCATTER = 0.2;
const SCATTER_AT_LEAST = 2;

const scattered = (seconds: number): number => seconds + Math.random() * Math.max(SCATTER_AT_LEAST, seconds * SCATTER);

/**
 * Decides which claimed messages may be sent now. Messages of paused routes wait for the end of the pause. Limits are taken from
 * budgets in the database, which all processes share. Without pauses and limits it needs no statement.
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

  /** Urgent and bulk messages need separate calls. */
  async admit<Item extends Routed>(items: readonly Item[]): Promise<Admitted<Item>[]> {
    const later: Admitted<Item>[] = [];
    let open = items.filter((item) => {
      const pause = this.#cache.pauseOf(item.route, item.isBulk);
      if (pause === 0) return true;
      const delay = afterPause(pause, item.isBulk);
      const delaySeconds = item.isBulk ? this.#pacer.next(item.route, true, delay) : delay;
      later.push({ item, delaySeconds, failingFor: this.#cache.failingFor(item.route) });
      return false;
    });
    const isUrgent = items.some(({ isBulk }) => isBulk === false);
    const take = async (wantOf: (route: SendRoute) => BudgetRequest | undefined) => {
      const { admitted, refused } = await this.#take(open, wantOf, isUrgent);
      open = admitted;
      later.push(...refused);
      return refused;
    };
    await take((route) => this.#wantOfDomain(route));
    const refused = await take((route) => this.#wantOfTransport(route));
    // Messages above the transport's limit are not sent to the domain either: return them to the domain's budget.
    await giveBack(this.#db, countByRoute(refused.map(({ item }) => this.#wantOfDomain(item.route))));
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

  async #take<Item extends Routed>(
    items: readonly Item[],
    wantOf: (route: SendRoute) => BudgetRequest | undefined,
    isUrgent: boolean,
  ) {
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
    const grants = wants.length > 0 ? await this.#grants(wants, isUrgent) : [];
    for (const [index, { items }] of groups.entries()) {
      const { granted = 0, wait = 1, step = 0 } = grants[index] ?? {};
      admitted.push(...items.slice(0, granted));
      for (const [position, item] of items.slice(granted).entries()) {
        const seconds = Math.min(wait + position * step, MAX_WAIT_SECONDS);
        // A rate already spaces messages out; those that wait an hour or a day would all be retried at once.
        refused.push({ item, delaySeconds: step > 0 && seconds < MAX_WAIT_SECONDS ? seconds : scattered(seconds) });
      }
    }
    return { admitted, refused };
  }

  async #grants(wants: readonly BudgetRequest[], isUrgent: boolean) {
    const grants = await takeFromBudgets(this.#db, wants, isUrgent);
    const without = wants.filter((_, index) => grants[index] === undefined);
    if (without.length === 0) return grants;
    await openBudgets(this.#db, without);
    const added = await takeFromBudgets(this.#db, without, isUrgent);
    return wants.map((want, index) => grants[index] ?? added[without.indexOf(want)]);
  }
}

function countByRoute(wants: readonly (BudgetRequest | undefined)[]): BudgetRequest[] {
  const byRoute = new Map<string, BudgetRequest>();
  for (const want of wants) {
    if (!want) continue;
    const before = byRoute.get(routeKey(want));
    byRoute.set(routeKey(want), { ...want, count: (before?.count ?? 0) + 1 });
  }
  return [...byRoute.values()];
}
