import { limitCondition } from './limit-condition.ts';
import { dailyLimitOf } from './route-table.ts';
import type { RouteCondition, Routed, RouteFacts, RouteWait } from './route-wait.ts';

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
