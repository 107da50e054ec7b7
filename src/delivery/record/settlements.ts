import { RenderError } from '../../domain/content/rendering/pool.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import { tidy } from '../../network/smtp-login.ts';
import type { BuiltMessage } from '../build/message-builder.ts';
import { MessageError, Withheld } from '../build/message-error.ts';
import type { Outcome, Refused } from '../transports/transport.ts';

/**
 * After the first time nobody knows whether a message arrived it is sent once more; after the second it is not. One of a
 * campaign is not repeated unless the campaign says so: to get news twice is worse than to miss them once.
 */
export const MAX_UNDECIDED = 1;

/** A template that ran out of time gets a second chance: the machine may have been the slow one. */
const SLOW_AGAIN_SECONDS = 1;

const SHORTEST_LIFETIME_SECONDS = 3_600;

/** What a message becomes that cannot be built. Throws what is a trouble of our own. */
export function settlementOfError(error: unknown, claim: Claim): Settlement {
  if (error instanceof RenderError && error.slow && claim.failures === 0) {
    return { claim, state: 'deferred', delaySeconds: SLOW_AGAIN_SECONDS, reason: error.message };
  }
  if (error instanceof Withheld) return { claim, state: 'withheld', reason: error.message };
  if (error instanceof MessageError || error instanceof RenderError) {
    return { claim, state: 'failed', reason: error.message };
  }
  throw error;
}

/** Back to the queue as if it had not been claimed. */
export const release = (claim: Claim, delaySeconds = 0): Settlement => ({ claim, state: 'queued', delaySeconds });

interface Wait {
  delaySeconds: number;
  /** For how long the server or the domain that it waits for has taken nothing, in seconds; 0: it waits for something else. */
  failingFor: number;
  retrySeconds: readonly number[];
}

/** A message waits for what takes nothing for as long as it would be tried, and an hour in any case. */
export function waitOrGiveUp(claim: Claim, { delaySeconds, failingFor, retrySeconds }: Wait): Settlement {
  const tried = retrySeconds.reduce((sum, seconds) => sum + seconds, 0);
  const longest = Math.max(SHORTEST_LIFETIME_SECONDS, tried);
  if (Math.min(claim.age, failingFor) <= longest) return release(claim, delaySeconds);
  const reason = `The mail server took no messages for too long (${Math.floor(longest / 3600)} h).`;
  return { claim, state: 'failed', reason };
}

/** What was taken for some of its recipients is not failed, whatever becomes of the others. */
export function unlessPartlySent(settlement: Settlement): Settlement {
  const { claim, state, reason } = settlement;
  if (!claim.remaining || state !== 'failed') return settlement;
  return { ...settlement, state: 'sent', reason: tidy(`Not accepted for ${claim.remaining.join(', ')}: ${reason}`) };
}

/** What a message becomes by what its transport says of it; `retrySeconds`: its waits after temporary failures. */
export function settlementFor(
  outcome: Outcome,
  claim: Claim,
  built: BuiltMessage,
  retrySeconds: readonly number[],
): Settlement {
  const { subject } = built;
  switch (outcome.kind) {
    case 'accepted':
      return accepted(claim, built, outcome.refused ?? [], retrySeconds);
    case 'refused':
      return { claim, state: 'failed', subject, reason: outcome.reason, refused: outcome.refused ?? [] };
    case 'deferred':
      return later(claim, outcome.reason, subject, retrySeconds);
    case 'undecided': {
      if (!claim.repeats) return { claim, state: 'unknown', reason: outcome.reason };
      if (claim.undecided >= MAX_UNDECIDED) return { ...mayHaveArrived(claim, outcome.reason), subject };
      const { reason } = outcome;
      return { claim, state: 'deferred', undecided: true, delaySeconds: retrySeconds[claim.failures] ?? 0, reason };
    }
    case 'withdrawn':
      return release(claim, outcome.delaySeconds);
  }
}

/** Those whom the server refused for now are tried again by themselves. */
function accepted(
  claim: Claim,
  { subject, leftOut = [] }: BuiltMessage,
  refused: readonly Refused[],
  retries: readonly number[],
) {
  const words = refused.map(({ address, reason }) => `${address}: ${reason}`).join('; ');
  const reason = tidy(
    [
      ...(words ? [`Not accepted for ${words}`] : []),
      ...(leftOut.length > 0 ? [`Not sent to ${leftOut.join(', ')}: suppressed`] : []),
    ].join('. '),
  );
  const why = { refused, ...(reason && { reason }) };
  const remaining = refused.filter(({ reason }) => reason.startsWith('4')).map(({ address }) => address);
  const delaySeconds = retries[claim.failures];
  return remaining.length > 0 && delaySeconds !== undefined
    ? ({ claim, state: 'deferred', delaySeconds, ...why, remaining } as const)
    : ({ claim, state: 'sent', subject, ...why } as const);
}

function later(claim: Claim, reason: string, subject: string, retrySeconds: readonly number[]): Settlement {
  const delaySeconds = retrySeconds[claim.failures];
  if (delaySeconds === undefined) return { claim, state: 'failed', subject, reason };
  return { claim, state: 'deferred', delaySeconds, reason };
}

/** Sent twice, and nobody knows whether it arrived. */
export function mayHaveArrived(claim: Claim, cause: string): Settlement {
  return {
    claim,
    state: claim.kind === 'campaign' ? 'unknown' : 'failed',
    reason: `${cause} It was sent twice and confirmed neither time: it may have arrived.`,
  };
}
