import type { Settlement } from '../ledger/write-ledger.ts';
import type { Report } from './record-feedback.ts';

/**
 * Refusals that mean the mailbox does not exist (RFC 3463): unknown mailbox, unknown domain or one that accepts no mail
 * (RFC 7505), invalid address, mailbox moved, mailbox disabled. Not a bare 550, a full mailbox (5.2.2) or a policy
 * (5.7.x): these may be about the message or about us, and a misconfigured server of ours must not cost a team its
 * audience.
 */
const NO_SUCH_MAILBOX = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)(?!\d)/;

/**
 * Returns the hard bounces in the result of sending a message: a refusal during the SMTP session is never reported
 * again. Refused recipients are named. A message that was refused as a whole names nobody, so it counts only with one
 * recipient.
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
