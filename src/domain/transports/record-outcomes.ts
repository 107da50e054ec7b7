import type { Database } from '../../database/connect.ts';
import { type CountedRefusal, countRefusals } from '../refusals/count-refusals.ts';
import { causeOf } from '../refusals/judge-refusal.ts';
import { mayBeGreylisting, readReply } from '../refusals/read-reply.ts';
import { ABOUT_US } from '../refusals/refusal.ts';
import { makeUrgentDue } from './make-urgent-due.ts';
import { routeKey, type SendRoute } from './send-route.ts';
import { FAILURES_IN_A_ROW, type FailureRun, type PauseState } from './sending-pauses.ts';
import { clearPausesAndTell, recordFailuresAndTell } from './tell-of-pauses.ts';

/** The result of sending one message, for its transport and the recipient's domain. */
export interface SendOutcome {
  /** Of the first recipient's domain. */
  route: SendRoute;
  /** `silent`: the server has not answered for `seconds`, and may still. */
  outcome: 'accepted' | 'deferred' | 'refused' | 'undecided' | 'silent';
  reason?: string;
  /** Our domain, in the From of the message. */
  sendingDomain?: string;
  /** How long the server took for the message. */
  seconds?: number;
  /** Whether the message was never tried before. */
  isFirst?: boolean;
  /** Whether our mail server or the recipient's caused a temporary failure. */
  cause?: 'server' | 'recipient';
}

/** A server that takes longer for a message blocks a connection that others need. */
const TARPIT_SECONDS = 10;

/**
 * Records outcomes, in order, on their routes: consecutive failures start a sending pause, a success ends it. `isKnown`:
 * whether a route has recorded failures; a success on any other route costs no statement. `isPaused`: whether they started
 * a pause. Until then a deferred first try does not count, because greylisting affects everybody. After a pause, its urgent
 * messages are due at once. Returns the cleared routes, the state of the failing ones, and the routes where urgent messages
 * are due now.
 */
export async function recordOutcomes(
  db: Database,
  outcomes: readonly SendOutcome[],
  isKnown: (route: SendRoute) => boolean = () => true,
  isPaused: (route: SendRoute) => boolean = () => true,
): Promise<{ cleared: SendRoute[]; failing: PauseState[]; awaited: SendRoute[] }> {
  const cleared = new Map<string, SendRoute>();
  const failed = new Map<string, FailureRun>();
  const slow = new Map<string, FailureRun>();
  const wentWell = (route: SendRoute) => {
    const key = routeKey(route);
    failed.delete(key);
    slow.delete(key);
    if (isKnown(route)) cleared.set(key, route);
  };
  const wentWrong = (route: SendRoute, reason: string) => {
    const before = failed.get(routeKey(route));
    failed.set(routeKey(route), { ...route, reason, failures: (before?.failures ?? 0) + 1 });
  };
  const tooSlow = (route: SendRoute, reason: string) =>
    slow.set(routeKey(route), { ...route, reason, failures: FAILURES_IN_A_ROW });
  for (const one of outcomes) {
    const { route, outcome, reason = 'The server gave no reason.', seconds = 0, cause = 'recipient' } = one;
    const server = { ...route, domain: '' };
    if (outcome === 'silent') {
      tooSlow(route, `The server has not answered for ${Math.round(seconds)} seconds.`);
      continue;
    }
    const temporary = outcome === 'deferred' || outcome === 'undecided';
    if (temporary && cause === 'server') {
      wentWrong(server, reason);
      continue;
    }
    wentWell(server); // any answer counts
    if (isPutOff(one) && !isPaused(route)) continue;
    if (temporary) wentWrong(route, reason);
    else if (seconds > TARPIT_SECONDS)
      tooSlow(route, `The server took ${Math.round(seconds)} seconds to accept a message.`);
    else if (outcome === 'accepted') wentWell(route);
  }
  await countRefusals(db, outcomes.flatMap(aboutUs));
  const awaited = await makeUrgentDue(db, await clearPausesAndTell(db, [...cleared.values()]));
  // A slow server that accepts mail is paused too, but not longer each time, or it would get no mail in the end.
  const failing = [
    ...(await recordFailuresAndTell(db, [...slow.values()], { lengthens: false })),
    ...(await recordFailuresAndTell(db, [...failed.values()], { lengthens: true })),
  ];
  return { cleared: [...cleared.values()], failing, awaited };
}

const isPutOff = ({ outcome, reason = '', isFirst = false }: SendOutcome): boolean =>
  outcome === 'deferred' && isFirst && mayBeGreylisting(reason);

function aboutUs(one: SendOutcome): CountedRefusal[] {
  const { route, outcome, reason = '', sendingDomain = '' } = one;
  if ((outcome !== 'refused' && outcome !== 'deferred') || isPutOff(one)) return [];
  const cause = causeOf(readReply(reason));
  const { teamId, transportId, domain: recipientDomain } = route;
  return ABOUT_US.has(cause) ? [{ teamId, transportId, recipientDomain, sendingDomain, cause, reason }] : [];
}
