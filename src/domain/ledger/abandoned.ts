import { isGone } from '../../database/alive.ts';
import { sql } from '../../database/connect.ts';

/** A process that is there and has not moved for so long is taken for gone. */
const PATIENCE_MINUTES = 10;

/**
 * A predicate over `m`: a worker holds the message no longer. Its lease has run out; and where the message may be on its
 * way, the worker is gone. One that was only stopped knows what became of it, and will tell: to send it meanwhile would be
 * to send it twice.
 */
export const isAbandoned = sql`(m.state in ('claimed', 'sending') and m.lease_until <= now() and (
  m.state = 'claimed' or m.lease_until <= now() - make_interval(mins => ${PATIENCE_MINUTES}) or ${isGone(sql`m.holder`)}))`;
