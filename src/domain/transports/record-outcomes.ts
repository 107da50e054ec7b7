import type { Database } from '../../database/connect.ts';
import { routeKey, type SendRoute } from './send-route.ts';
import { clearPauses, FAILURES_IN_A_ROW, type FailureRun, type PauseState, recordFailures } from './sending-pauses.ts';

/** What became of one message, as far as it says something about its transport and the recipient's domain. */
export interface SendOutcome {
  /** The place of the recipient's domain. */
  route: SendRoute;
  outcome: 'accepted' | 'deferred' | 'refused' | 'undecided';
  reason?: string;
  /** How long the server took over it. */
  seconds?: number;
  /** Of a temporary failure: whose it is. */
  cause?: 'server' | 'recipient';
}

/** A server that takes longer over a message than this holds a connection that others need. */
const TARPIT_SECONDS = 10;

/**
 * Writes down what outcomes, in their order, say about the places: failures in a row make a rest, a success ends what
 * there was. `isKnown`: whether failures of a place are written down, so that successes elsewhere cost no statement.
 * Gives the places that are cleared, and how those stand that failed.
 */
export async function recordOutcomes(
  db: Database,
  notes: readonly SendOutcome[],
  isKnown: (place: SendRoute) => boolean = () => true,
): Promise<{ cleared: SendRoute[]; standing: PauseState[] }> {
  const cleared = new Map<string, SendRoute>();
  const failed = new Map<string, FailureRun>();
  const held = new Map<string, FailureRun>();
  const wentWell = (place: SendRoute) => {
    const key = routeKey(place);
    for (const those of [failed, held]) those.delete(key);
    if (isKnown(place)) cleared.set(key, place);
  };
  const wentWrong = (place: SendRoute, reason: string) => {
    const before = failed.get(routeKey(place));
    failed.set(routeKey(place), { ...place, reason, failures: (before?.failures ?? 0) + 1 });
  };
  for (const { route, outcome, reason = 'No reason was given.', seconds = 0, cause = 'recipient' } of notes) {
    const server = { ...route, domain: '' };
    const temporary = outcome === 'deferred' || outcome === 'undecided';
    if (temporary && cause === 'server') {
      wentWrong(server, reason);
      continue;
    }
    wentWell(server); // it answered, whatever it said
    if (temporary) wentWrong(route, reason);
    else if (seconds > TARPIT_SECONDS) {
      const words = `The server took ${Math.round(seconds)} seconds over a message.`;
      held.set(routeKey(route), { ...route, reason: words, failures: FAILURES_IN_A_ROW });
    } else if (outcome === 'accepted') wentWell(route);
  }
  await clearPauses(db, [...cleared.values()]);
  // A server that is slow but takes its mail rests, and no longer each time: else it would get none in the end.
  const standing = [
    ...(await recordFailures(db, [...held.values()], { lengthens: false })),
    ...(await recordFailures(db, [...failed.values()], { lengthens: true })),
  ];
  return { cleared: [...cleared.values()], standing };
}
