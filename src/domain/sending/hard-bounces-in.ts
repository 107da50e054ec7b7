import type { Settlement } from '../ledger/write-ledger.ts';
import { causeOf, isHard } from '../refusals/judge-refusal.ts';
import { readReply } from '../refusals/read-reply.ts';
import type { FeedbackReport } from './record-feedback.ts';

/** A refusal of the sender, as the transport marks it: it says nothing about the recipient. */
const OF_SENDER = 'The sender was refused: ';

/**
 * Returns the hard bounces in a settlement: a refusal during the SMTP session is never reported again. Refused recipients
 * are named. A message that was refused as a whole names nobody, so it counts only with one recipient. A reply counts only
 * if its words or status say that the address does not exist: a bare 550, a full mailbox or a policy may be about the
 * message or about us, and our own misconfigured server must not cost a team its audience.
 */
export function hardBouncesIn(settlement: Settlement): FeedbackReport[] {
  const { claim, state, reason = '' } = settlement;
  const { refused = [] } = 'refused' in settlement ? settlement : {};
  const whole = state === 'failed' && refused.length === 0 ? [{ address: '', reason }] : [];
  return [...refused, ...whole].flatMap(({ address, reason }) => {
    const refusal = readReply(reason);
    const cause = causeOf(refusal);
    if (reason.startsWith(OF_SENDER) || !isHard(refusal, cause)) return [];
    const about = { kind: 'hard_bounce', teamId: claim.teamId, messageId: claim.id } as const;
    return [{ ...about, reason, cause, named: address ? [address] : [] }];
  });
}
