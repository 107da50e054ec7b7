import { type Sql, sql } from '../../database/connect.ts';

/** The longest life of a session, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/**
 * When a session that is used now ends: the given seconds after its last use, but at most 30 days after it began. In UTC the sum
 * depends on no setting of the connection: Citus refuses others in SET (docs/adr/0044).
 */
export const endOfSession = (createdAt: Sql, idleSeconds: number): Sql => sql`
  least((${createdAt} at time zone 'UTC' + make_interval(secs => ${SESSION_SECONDS})) at time zone 'UTC',
        now() + make_interval(secs => ${idleSeconds}))`;
