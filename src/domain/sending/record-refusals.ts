import type { Database } from '../../database/connect.ts';
import { recordFeedback } from './record-feedback.ts';
import type { Settlement } from './turn.ts';

/**
 * Refused for good because there is no such mailbox (RFC 3463): unknown, a domain that is unknown or takes no mail (also
 * RFC 7505), no address at all, moved away, disabled. A bare 550, a full mailbox (5.2.2) or a policy (5.7.x) may be about
 * the message or about us, and a server of our own that is set up wrongly must not cost a team its audience.
 */
const NO_SUCH_MAILBOX = /^5\d\d[ -]5\.(1\.(1|2|3|6|10)|2\.1)(?!\d)/;

/** Whether a message failed because its address does not exist. */
export const isRefusal = ({ state, reason }: Settlement): boolean =>
  state === 'failed' && NO_SUCH_MAILBOX.test(reason ?? '');

/**
 * Treats such messages as hard bounces: refused while they were handed over, they are never reported back. One that went to
 * several people says nothing of any of them. Each counts once, however often it is told. Gives how many were new.
 */
export function recordRefusals(db: Database, refusals: readonly Settlement[]): Promise<number> {
  return recordFeedback(
    db,
    refusals.filter(isRefusal).map(({ claim: { teamId, id }, reason }) => ({
      ...{ kind: 'hard_bounce', teamId, messageId: id, named: [], ...(reason && { reason }) },
    })),
  );
}
