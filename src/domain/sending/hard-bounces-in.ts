import type { Settlement } from '../ledger/write-ledger.ts';
import type { Report } from './record-feedback.ts';

/**
 * Refused for good because there is no such mailbox (RFC 3463): unknown, a domain that is unknown or takes no mail (also
 * RFC 7505), no address at all, moved away, disabled. A bare 550, a full mailbox (5.2.2) or a policy (5.7.x) may be about
 * the message or about us, and a server of our own that is set up wrongly must not cost a team its audience.
 */
const NO_SUCH_MAILBOX = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)(?!\d)/;

/**
 * The hard bounces that a message tells of at once: refused while it was handed over, it is never reported back. Recipients
 * who were refused are named; where the message was refused as a whole, it says whose only if there is one.
 */
export function hardBouncesIn(settlement: Settlement): Report[] {
  const { claim, state, reason = '' } = settlement;
  const { refused = [] } = 'refused' in settlement ? settlement : {};
  const whole = state === 'failed' && refused.length === 0 ? [{ address: '', reason }] : [];
  return [...refused, ...whole]
    .filter(({ reason }) => NO_SUCH_MAILBOX.test(reason))
    .map(({ address, reason }) => ({
      ...({ kind: 'hard_bounce', teamId: claim.teamId, messageId: claim.id } as const),
      ...{ reason, named: address ? [address] : [] },
    }));
}
