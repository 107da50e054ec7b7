import type { Database } from '../../database/connect.ts';
import type { Settlement } from './ledger.ts';
import { recordFeedback } from './record-feedback.ts';

/**
 * Refused for good because there is no such mailbox (RFC 3463): unknown, a domain that is unknown or takes no mail (also
 * RFC 7505), no address at all, moved away, disabled. A bare 550, a full mailbox (5.2.2) or a policy (5.7.x) may be about
 * the message or about us, and a server of our own that is set up wrongly must not cost a team its audience.
 */
const NO_SUCH_MAILBOX = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)(?!\d)/;

/**
 * Treats as hard bounces those messages that a mail server refused while it was handed them since their address does not
 * exist. One that went to several says nothing of any of them. To be called before the settlements are written, so that
 * none is forgotten between the two, and as often as it takes: each counts once. Gives how many were new.
 */
export function recordRefusals(db: Database, settlements: readonly Settlement[]): Promise<number> {
  const refusals = settlements.filter(({ state, reason }) => state === 'failed' && NO_SUCH_MAILBOX.test(reason ?? ''));
  return recordFeedback(
    db,
    refusals.map(({ claim: { teamId, id }, reason }) => ({
      ...{ kind: 'hard_bounce', teamId, messageId: id, named: [], ...(reason && { reason }) },
    })),
  );
}
