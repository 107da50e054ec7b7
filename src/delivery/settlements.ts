import { RenderError } from '../domain/content/rendering/pool.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import type { Settlement } from '../domain/ledger/write-ledger.ts';
import { tidy } from '../network/smtp-login.ts';
import type { BuiltMessage, MessageBuilder } from './build/message-builder.ts';
import { MessageError, Withheld } from './build/message-error.ts';
import type { Outcome, OutgoingMessage, Refused, StillOurs, Transport } from './transports/transport.ts';

export interface Means {
  transport: Pick<Transport, 'send'>;
  /** Delays after the first, second, … temporary failure, in seconds; after the last of them a message has failed. */
  retrySeconds: readonly number[];
  /** Puts the signature of the sender's domain before a message, if it has one, and where bounces go on its envelope. */
  seal(claim: Claim, message: OutgoingMessage): Promise<OutgoingMessage>;
  /** Commits that the message is about to leave. Gives whether it still may, to be asked later; undefined: not at all. */
  begin(claim: Claim, message: OutgoingMessage): Promise<StillOurs | undefined>;
}

/**
 * After the first time nobody knows whether a message arrived it is sent once more; after the second it is not. One of a
 * campaign is not repeated unless the campaign says so: to get news twice is worse than to miss them once.
 */
const MAX_UNDECIDED = 1;

/** A template that ran out of time gets a second chance: the machine may have been the slow one. */
const SLOW_AGAIN_SECONDS = 1;

const SHORTEST_LIFETIME_SECONDS = 3_600;

/** Tries to send one claimed message and gives what became of it. Rejects only for troubles of our own, before anything left. */
export async function attempt(claim: Claim, make: MessageBuilder, means: Means): Promise<Settlement> {
  if (claim.undecided > MAX_UNDECIDED) return perhapsArrived(claim, 'The worker was lost while sending.');
  try {
    const made = await make();
    const message = await means.seal(claim, made.message);
    const outcome = await means.transport.send(message, () => means.begin(claim, message));
    return settlementFor(outcome, claim, made, means.retrySeconds);
  } catch (error) {
    if (error instanceof RenderError && error.slow && claim.failures === 0) {
      return { claim, state: 'deferred', delaySeconds: SLOW_AGAIN_SECONDS, reason: error.message };
    }
    if (error instanceof Withheld) return { claim, state: 'withheld', reason: error.message };
    if (error instanceof MessageError || error instanceof RenderError) {
      return { claim, state: 'failed', reason: error.message };
    }
    throw error;
  }
}

/** Back to the queue as if it had not been claimed. */
export const release = (claim: Claim, delaySeconds = 0): Settlement => ({ claim, state: 'queued', delaySeconds });

interface Wait {
  delaySeconds: number;
  /** For how long the server or the domain that it waits for has taken nothing, in seconds; 0: it waits for something else. */
  failsFor: number;
  retrySeconds: readonly number[];
}

/** A message waits for what takes nothing for as long as it would be tried, and an hour in any case. */
export function waitOrGiveUp(claim: Claim, { delaySeconds, failsFor, retrySeconds }: Wait): Settlement {
  const tried = retrySeconds.reduce((sum, seconds) => sum + seconds, 0);
  const longest = Math.max(SHORTEST_LIFETIME_SECONDS, tried);
  if (Math.min(claim.age, failsFor) <= longest) return release(claim, delaySeconds);
  const reason = `The mail server took no messages for too long (${Math.floor(longest / 3600)} h).`;
  return { claim, state: 'failed', reason };
}

/** What was taken for some of its recipients is not failed, whatever becomes of the others. */
export function unlessPartlySent(settlement: Settlement): Settlement {
  const { claim, state, reason } = settlement;
  if (!claim.remaining || state !== 'failed') return settlement;
  return { ...settlement, state: 'sent', reason: tidy(`Not accepted for ${claim.remaining.join(', ')}: ${reason}`) };
}

function settlementFor(
  outcome: Outcome,
  claim: Claim,
  made: BuiltMessage,
  retrySeconds: readonly number[],
): Settlement {
  const { subject } = made;
  switch (outcome.kind) {
    case 'accepted':
      return accepted(claim, made, outcome.refused ?? [], retrySeconds);
    case 'refused':
      return { claim, state: 'failed', subject, reason: outcome.reason, refused: outcome.refused ?? [] };
    case 'deferred':
      return later(claim, outcome.reason, subject, retrySeconds);
    case 'undecided': {
      if (!claim.repeats) return { claim, state: 'unknown', reason: outcome.reason };
      if (claim.undecided >= MAX_UNDECIDED) return { ...perhapsArrived(claim, outcome.reason), subject };
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

function perhapsArrived(claim: Claim, cause: string): Settlement {
  return {
    claim,
    state: claim.kind === 'campaign' ? 'unknown' : 'failed',
    reason: `${cause} It was sent twice and confirmed neither time: it may have arrived.`,
  };
}
