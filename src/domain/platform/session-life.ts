import { type Sql, sql } from '../../database/connect.ts';

/** How long a session lasts at most, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** When a session that is used now ends: as many seconds after its last use as are given, or 30 days after it began. */
export const endOfSession = (createdAt: Sql, idleSeconds: number): Sql => sql`
  least(${createdAt} + make_interval(secs => ${SESSION_SECONDS}), now() + make_interval(secs => ${idleSeconds}))`;
