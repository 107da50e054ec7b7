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
import { dailyLimitOf, type RouteTable } from './route-table.ts';
import { routeKey, type SendRoute } from './send-route.ts';

/** A message with its resolved route. */
export interface Routed {
  route: SendRoute;
}

export const ROUTE_REASONS = [
  ...(['transport_paused', 'domain_paused', 'domain_limit', 'transport_limit', 'daily_limit'] as const),
] as const;

/** Why a message may not be sent by its route now. */
export interface RouteWait {
  why: (typeof ROUTE_REASONS)[number];
  seconds: number;
  /** Of a pause: seconds since the transport or domain last accepted a message. */
  failingFor?: number;
  /** Of a limit: whether its waiting messages have different times. */
  isSpaced?: boolean;
}

/** What the conditions are checked against. */
export interface RouteFacts {
  db: Database;
  table: RouteTable;
  isBulk: boolean;
  /** Whether the open messages are sent now, and use up limits. Otherwise nothing changes. */
  takes: boolean;
}

/** Something that may keep messages from being sent by their routes. */
export interface RouteCondition {
  /** What each message waits for; undefined for messages that need not wait. */
  check(messages: readonly Routed[], facts: RouteFacts): Waits | Promise<Waits>;
  /** Returns what `check` took for messages that a later condition holds back. */
  undo?(messages: readonly Routed[], facts: RouteFacts): Promise<void>;
}

type Waits = readonly (RouteWait | undefined)[];

const paused: RouteCondition = {
  check: (messages, { table: { pauses }, isBulk }) =>
    messages.map(({ route }) => {
      const pause = pauses.of(route, isBulk);
      return pause && { why: `${pause.of}_paused`, seconds: pause.seconds, failingFor: pauses.failingFor(route) };
    }),
};

const overDomainLimit = limitCondition('domain_limit', (route, { table }) => {
  const perMinute = table.domainLimit(route)?.messagesPerMinute ?? null;
  return perMinute === null ? null : { domain: route.domain, perMinute, daily: null };
});

const overTransportLimit = limitCondition('transport_limit', ({ transportId }, { db, table }) => {
  const transport = table.transport(transportId);
  if (!transport) return null;
  const [perMinute, daily] = [transport.messagesPerMinute, dailyLimitOf(db, transport)];
  return perMinute === null && daily === null ? null : { domain: '', perMinute, daily };
});

/** In the order of checking. */
const CONDITIONS: readonly RouteCondition[] = [paused, overDomainLimit, overTransportLimit];

/**
 * Checks which messages may be sent by their routes now. The first condition that holds a message back decides. Takes a few
 * statements, and none without pauses and limits.
 */
export async function checkRoutes<Message extends Routed>(
  messages: readonly Message[],
  facts: RouteFacts,
): Promise<{ open: Message[]; waiting: { message: Message; wait: RouteWait }[] }> {
  const waiting: { message: Message; wait: RouteWait }[] = [];
  let open: readonly Message[] = messages;
  for (const [index, condition] of CONDITIONS.entries()) {
    const waits = await condition.check(open, facts);
    const held = open.flatMap((message, at) => (waits[at] ? { message, wait: waits[at] } : []));
    if (held.length === 0) continue;
    open = open.filter((_, at) => !waits[at]);
    waiting.push(...held);
    const back = held.map(({ message }) => message);
    for (const earlier of CONDITIONS.slice(0, index)) await earlier.undo?.(back, facts);
  }
  return { open: [...open], waiting };
}

/** A limit of a route: its transport's, or (with the domain) its domain's. */
type Limit = Pick<BudgetRequest, 'domain' | 'perMinute' | 'daily'>;

/** A condition for the limit that `limitOf` finds; null for a route without it. It takes from the limit's budget. */
function limitCondition(
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
