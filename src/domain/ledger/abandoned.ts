import { isGone } from '../../database/alive.ts';
import { type Sql, sql } from '../../database/connect.ts';

/** A process that is connected but has let a lease expire for this long counts as gone. */
const GONE_AFTER_MINUTES = 10;

/** Predicate over `m`, a message: its lease has expired. Whether its worker is gone is another question. */
export const hasExpired = sql`(m.state in ('claimed', 'sending') and m.lease_until <= now())`;

/**
 * Predicate over `m`, a message: its worker no longer has it. The lease has expired; and when the message may be on its
 * way, the worker must be gone too. A worker that was only suspended knows the result and will record it; sending the
 * message meanwhile would send it twice. `alive` are the living processes; undefined when they were not asked for, since
 * no lease had expired: then no message is abandoned, for a lease that expires now says nothing about its worker.
 */
export const isAbandoned = (alive: readonly number[] | undefined): Sql =>
  alive === undefined
    ? sql`false`
    : sql`(${hasExpired} and (m.state = 'claimed'
        or m.lease_until <= now() - make_interval(mins => ${GONE_AFTER_MINUTES}) or ${isGone(sql`m.holder`, alive)}))`;
