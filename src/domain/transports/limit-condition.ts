import type { Database } from '../../database/connect.ts';
import {
  type BudgetGrant,
  type BudgetRequest,
  giveBack,
  MAX_WAIT_SECONDS,
  openBudgets,
  peekAtBudgets,
  takeFromBudgets,
} from './budgets.ts';
import type { RouteCondition, Routed, RouteFacts, RouteWait } from './route-wait.ts';
import { routeKey, type SendRoute } from './send-route.ts';

/** A limit of a route: its transport's, or (with the domain) its domain's. */
export type Limit = Pick<BudgetRequest, 'domain' | 'perMinute' | 'daily'>;

/** A condition for the limit that `limitOf` finds; null for a route without it. It takes from the limit's budget. */
export function limitCondition(
  why: 'domain_limit' | 'transport_limit',
  limitOf: (route: SendRoute, facts: RouteFacts) => Limit | null,
): RouteCondition {
  return {
    async check(messages, facts) {
      const waits: (RouteWait | undefined)[] = messages.map(() => undefined);
      const groups = byBudget(messages, (route) => limitOf(route, facts));
      const grants = groups.length > 0 ? await grantsOf(facts, groups) : [];
      for (const [at, { indexes }] of groups.entries()) {
        const { granted = 0, wait = 1, step = 0, untilTomorrow = false } = grants[at] ?? {};
        for (const [position, index] of indexes.slice(granted).entries()) {
          const seconds = Math.min(wait + position * step, MAX_WAIT_SECONDS);
          const isSpaced = step > 0 && seconds < MAX_WAIT_SECONDS;
          waits[index] = { why: untilTomorrow ? 'daily_limit' : why, seconds, isSpaced };
        }
      }
      return waits;
    },
    async undo(messages, facts) {
      if (facts.takes)
        await giveBack(
          facts.db,
          byBudget(messages, (route) => limitOf(route, facts)),
        );
    },
  };
}

interface Group extends BudgetRequest {
  /** The positions of its messages. */
  indexes: number[];
}

function byBudget(messages: readonly Routed[], limitOf: (route: SendRoute) => Limit | null): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, { route }] of messages.entries()) {
    const { teamId, transportId } = route;
    const limit = transportId === null ? null : limitOf(route);
    if (transportId === null || limit === null) continue;
    const key = routeKey({ ...route, ...limit });
    const group = groups.get(key) ?? { teamId, transportId, ...limit, count: 0, indexes: [] };
    groups.set(key, group);
    group.indexes.push(index);
    group.count += 1;
  }
  return [...groups.values()];
}

function grantsOf({ db, isBulk, takes }: RouteFacts, requests: readonly BudgetRequest[]) {
  return takes ? take(db, requests, !isBulk) : look(db, requests, !isBulk);
}

/** Only reads. Messages wait if a single one would, or if others already have times to come back. */
async function look(db: Database, requests: readonly BudgetRequest[], isUrgent: boolean): Promise<BudgetGrant[]> {
  const alone = requests.map((request) => ({ ...request, count: 1 }));
  const grants = await peekAtBudgets(db, alone, isUrgent);
  return grants.map((grant = UNUSED, index) => {
    const isOpen = grant.granted > 0 && (grant.untilTomorrow || grant.wait <= grant.step);
    return { ...grant, granted: isOpen ? requests[index]!.count : 0 };
  });
}

/** The grant of a budget that does not exist yet. */
const UNUSED: BudgetGrant = { granted: 1, wait: 0, step: 0, untilTomorrow: false };

async function take(db: Database, requests: readonly BudgetRequest[], isUrgent: boolean) {
  const grants = await takeFromBudgets(db, requests, isUrgent);
  const without = requests.filter((_, index) => grants[index] === undefined);
  if (without.length === 0) return grants;
  await openBudgets(db, without);
  const added = await takeFromBudgets(db, without, isUrgent);
  return requests.map((request, index): BudgetGrant | undefined => grants[index] ?? added[without.indexOf(request)]);
}
