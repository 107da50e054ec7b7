import { RenderError } from '../../domain/content/rendering/pool.ts';
import { type Claim, isBulk } from '../../domain/ledger/claim.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import type { BuiltMessage } from '../../domain/sending/compose/composed-message.ts';
import { MessageError, Withheld } from '../../domain/sending/compose/message-error.ts';
import type { Log } from '../../log.ts';
import { tidy } from '../../network/smtp-problem.ts';
import type { Outcome, Refused } from '../transports/transport.ts';

/**
 * A message that may have arrived is sent once more, but not a third time. Campaign messages are not repeated unless the campaign
 * allows it: getting a newsletter twice is worse than missing it once.
 */
export const MAX_UNDECIDED = 1;

/** A template that timed out is retried: the machine may have been slow. */
const SLOW_AGAIN_SECONDS = 1;

const SHORTEST_LIFETIME_SECONDS = 3_600;

/** The settlement of a message that could not be built. Throws our own errors. */
export function settlementOfError(error: unknown, claim: Claim): Settlement {
  if (error instanceof RenderError && error.slow && claim.failures === 0) {
    return { claim, state: 'deferred', delaySeconds: SLOW_AGAIN_SECONDS, reason: error.message };
  }
  if (error instanceof Withheld) return { claim, state: 'withheld', why: error.why, reason: error.message };
  if (error instanceof MessageError || error instanceof RenderError) {
    return { claim, state: 'failed', reason: error.message };
  }
  throw error;
}

/** Returns a message to the queue as if it had not been claimed. */
export const release = (claim: Claim, delaySeconds = 0): Settlement => ({ claim, state: 'queued', delaySeconds });

interface Wait {
  delaySeconds: number;
  /** Seconds since the server or domain last accepted a message; 0 when the message waits for something else. */
  failingFor: number;
  retrySeconds: readonly number[];
}

/** A message waits for a paused server or domain as long as its retries would take, but at least an hour. */
export function waitOrGiveUp(claim: Claim, { delaySeconds, failingFor, retrySeconds }: Wait): Settlement {
  const retries = retrySeconds.reduce((sum, seconds) => sum + seconds, 0);
  const longest = Math.max(SHORTEST_LIFETIME_SECONDS, retries);
  if (Math.min(claim.age, failingFor) <= longest) return release(claim, delaySeconds);
  const reason = `The mail server accepted no messages for too long (${Math.floor(longest / 3600)} h).`;
  return { claim, state: 'failed', reason };
}

/** A message accepted for some recipients counts as sent, even when the others fail. */
export function unlessPartlySent(settlement: Settlement): Settlement {
  const { claim, state, reason } = settlement;
  if (!claim.remaining || state !== 'failed') return settlement;
  return { ...settlement, state: 'sent', reason: tidy(`Not accepted for ${claim.remaining.join(', ')}: ${reason}`) };
}

/** The settlement for a transport's outcome. `retrySeconds` are the waits after temporary failures. */
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

/** Temporarily refused recipients are retried without the others. */
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

/** The settlement of a message that was sent twice without a confirmation. */
export function mayHaveArrived(claim: Claim, cause: string): Settlement {
  return {
    claim,
    state: isBulk(claim) ? 'unknown' : 'failed',
    reason: `${cause} The message was sent twice without a confirmation and may have arrived.`,
  };
}

/** Logs one line for each unsent message. Addresses in the server's answer are replaced by "…". */
export function logFailures(log: Log, settlement: Settlement): void {
  const { claim, state } = settlement;
  if (settlement.reason === undefined || state === 'withheld') return;
  const reason = settlement.reason.replace(/[^\s<>:;,@]{1,128}@[^\s<>:;,]+/g, '…');
  const line = { message: claim.id, kind: claim.kind, reason };
  if (state === 'deferred') log.warn({ ...line, delaySeconds: settlement.delaySeconds }, 'mail deferred');
  else log.warn(line, state === 'sent' ? 'mail accepted for only some recipients' : 'mail failed');
}
