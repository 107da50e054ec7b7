import type { Scope } from '../../../scope.ts';
import { checkRoutes, ROUTE_REASONS, type RouteWait } from '../../transports/route-conditions.ts';
import { readRouteTable } from '../../transports/route-table.ts';
import { loadRoutes } from '../../transports/send-route.ts';
import { AFTER_ROUTES, BEFORE_ROUTES, type LedgerCondition } from './ledger-conditions.ts';
import { readWaitingMessages, type WaitingMessage } from './waiting-messages.ts';

type LedgerReason = keyof typeof BEFORE_ROUTES | keyof typeof AFTER_ROUTES;

/** In the order of checking. */
export const WAIT_REASONS = [
  ...(Object.keys(BEFORE_ROUTES) as (keyof typeof BEFORE_ROUTES)[]),
  ...ROUTE_REASONS,
  ...(Object.keys(AFTER_ROUTES) as (keyof typeof AFTER_ROUTES)[]),
];

/** Why a message has not been sent yet. */
export interface MessageWait {
  why: RouteWait['why'] | LedgerReason;
  /** When the reason ends, as far as is known. */
  until: Date | null;
}

/**
 * Returns why each of these messages waits, in their order: the first condition that holds, of those that the workers check.
 * Undefined for settled messages, and for those that do not exist. Takes up to seven statements.
 */
export async function whyWaiting(scope: Scope, ids: readonly string[]): Promise<(MessageWait | undefined)[]> {
  const now = scope.now();
  const messages = await readWaitingMessages(scope, ids);
  const before = new Map(messages.map((message) => [message.id, firstOf(BEFORE_ROUTES, message, now)]));
  const unexplained = messages.filter(({ id }) => !before.get(id));
  const routed = await routeWaits(scope, unexplained, now);
  const byId = new Map(
    messages.map((message) => {
      const wait = before.get(message.id) ?? routed.get(message.id) ?? firstOf(AFTER_ROUTES, message, now);
      return [message.id, wait];
    }),
  );
  return ids.map((id) => byId.get(id.toLowerCase()));
}

type Conditions = Partial<Record<LedgerReason, LedgerCondition>>;

function firstOf(conditions: Conditions, message: WaitingMessage, now: Date): MessageWait | undefined {
  for (const [why, endOf] of Object.entries(conditions)) {
    const until = endOf(message, now);
    if (until !== undefined) return { why: why as LedgerReason, until };
  }
  return undefined;
}

/** What messages wait for at their routes, by id. */
async function routeWaits({ db, team }: Scope, messages: readonly WaitingMessage[], now: Date) {
  const waits = new Map<string, MessageWait>();
  if (messages.length === 0) return waits;
  const [found, table] = [await loadRoutes(db, messages), await readRouteTable(db, team.id)];
  const all = found.map(({ message, route }) => ({ message, route: table.resolve(route) }));
  for (const isBulk of [false, true]) {
    const some = all.filter(({ message }) => message.isBulk === isBulk);
    const { waiting } = await checkRoutes(some, { db, table, isBulk, takes: false });
    for (const { message: routed, wait } of waiting) {
      const until = endOf(wait, routed.message, now);
      if (isCause(routed.message, until)) waits.set(routed.message.id, { why: wait.why, until });
    }
  }
  return waits;
}

const DAY_MS = 86_400_000;

/** When the message's wait at its route ends. A limit has given a message that was put back a time of its own. */
function endOf({ why, seconds }: RouteWait, { dueAt }: WaitingMessage, now: Date): Date {
  const after = new Date(now.getTime() + seconds * 1000);
  if (why === 'transport_paused' || why === 'domain_paused') return after;
  if (why === 'daily_limit') return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return dueAt > now ? dueAt : after;
}

/** Messages are retried within about this time after a pause or limit. */
const RETRIED_MS = 10_000;

/** A message that failed waits for its retry if that is later than the end of the route's wait. */
const isCause = ({ state, dueAt }: WaitingMessage, until: Date): boolean =>
  state !== 'deferred' || dueAt.getTime() <= until.getTime() + RETRIED_MS;
