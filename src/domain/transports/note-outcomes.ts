import type { Database } from '../../database/connect.ts';
import { clearRests, FAILURES_IN_A_ROW, type Failures, noteFailures, type RestPlace, type Standing } from './rests.ts';

/** What became of one message, as far as it says something about its transport and the recipient's domain. */
export interface Note {
  /** The place of the recipient's domain. */
  route: RestPlace;
  outcome: 'accepted' | 'deferred' | 'refused' | 'undecided';
  reason?: string;
  /** How long the server took over it. */
  seconds?: number;
  /** Of a temporary failure: whose it is. */
  cause?: 'server' | 'recipient';
}

/** A server that takes longer over a message than this holds a connection that others need. */
const TARPIT_SECONDS = 10;

export const placeKey = ({ teamId, transportId, domain }: RestPlace): string =>
  `${teamId} ${transportId ?? ''} ${domain}`;

/**
 * Writes down what outcomes, in their order, say about the places: failures in a row make a rest, a success ends what
 * there was. `isKnown`: whether failures of a place are written down, so that successes elsewhere cost no statement.
 * Gives the places that are cleared, and how those stand that failed.
 */
export async function noteOutcomes(
  db: Database,
  notes: readonly Note[],
  isKnown: (place: RestPlace) => boolean = () => true,
): Promise<{ cleared: RestPlace[]; standing: Standing[] }> {
  const cleared = new Map<string, RestPlace>();
  const failed = new Map<string, Failures>();
  const held = new Map<string, Failures>();
  const wentWell = (place: RestPlace) => {
    const key = placeKey(place);
    for (const those of [failed, held]) those.delete(key);
    if (isKnown(place)) cleared.set(key, place);
  };
  const wentWrong = (place: RestPlace, reason: string) => {
    const before = failed.get(placeKey(place));
    failed.set(placeKey(place), { ...place, reason, failures: (before?.failures ?? 0) + 1 });
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
      held.set(placeKey(route), { ...route, reason: words, failures: FAILURES_IN_A_ROW });
    } else if (outcome === 'accepted') wentWell(route);
  }
  await clearRests(db, [...cleared.values()]);
  // A server that is slow but takes its mail rests, and no longer each time: else it would get none in the end.
  const standing = [
    ...(await noteFailures(db, [...held.values()], { lengthens: false })),
    ...(await noteFailures(db, [...failed.values()], { lengthens: true })),
  ];
  return { cleared: [...cleared.values()], standing };
}
