import { isGone } from '../../database/alive.ts';
import { type Sql, sql } from '../../database/connect.ts';

/** A connected process counts as gone once a lease of it has been expired this long. */
const GONE_AFTER_MINUTES = 10;

/** Predicate over `m`, a message: its lease has expired. Its worker may still be alive. */
export const hasExpired = sql`(m.state in ('claimed', 'sending') and m.lease_until <= now())`;

/**
 * Predicate over `m`, a message: its worker no longer has it. The lease has expired, and if the message may already be on
 * its way, the worker is gone too. A worker that was only suspended knows the result and will record it; sending the
 * message meanwhile would send it twice. `alive` are the living processes. Undefined means that they were not read because
 * no lease had expired: then no message is abandoned, as a lease that expires just now says nothing about its worker.
 */
export const isAbandoned = (alive: readonly number[] | undefined): Sql =>
  alive === undefined
    ? sql`false`
    : sql`(${hasExpired} and (m.state = 'claimed'
        or m.lease_until <= now() - make_interval(mins => ${GONE_AFTER_MINUTES}) or ${isGone(sql`m.holder`, alive)}))`;
