import type { Between } from '../../domain/ledger/count-deliveries.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import { causeOf } from '../../domain/refusals/judge-refusal.ts';
import { mayBeGreylisting, readReply } from '../../domain/refusals/read-reply.ts';
import { hardBouncesIn } from '../../domain/sending/hard-bounces-in.ts';
import type { Outcome } from '../transports/transport.ts';

/**
 * The mail server's answer for a sending domain (`from`) at the domain of a message's first recipient (`to`), for the reputation
 * counts. Undefined without an answer, for an answer of our own server, and for a partly accepted message that is retried: it is
 * counted then.
 */
export function answeredBy(
  outcome: Outcome,
  settlement: Settlement,
  { from, to }: Omit<Between, 'cause'>,
): Between | undefined {
  switch (outcome.kind) {
    case 'accepted':
      return settlement.state === 'sent' ? { from, to, cause: '' } : undefined;
    case 'refused':
      return { from, to, cause: hardBouncesIn(settlement).length > 0 ? '' : causeOf(readReply(outcome.reason)) };
    case 'deferred': {
      if (outcome.cause === 'server') return undefined;
      // Greylisting applies to all senders, so it says nothing about this one.
      const isFirst = settlement.claim.failures === 0 && settlement.state === 'deferred';
      const isGreylisting = isFirst && mayBeGreylisting(outcome.reason);
      return { from, to, cause: isGreylisting ? '' : causeOf(readReply(outcome.reason)) };
    }
    default:
      return undefined;
  }
}
