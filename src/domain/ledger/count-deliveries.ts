import { byTeam, teamOf } from '../../database/by-team.ts';
import { type Database, join, runOnce, type Sql, sql } from '../../database/connect.ts';
import { tally } from './tally.ts';

/** The domains of a delivery, and why it was refused, if it was. */
export interface Between {
  /** The domain of our sender. Empty: unknown. */
  from: string;
  /** The domain of the recipient. */
  to: string;
  /** Empty: not refused, or counted as a hard bounce. */
  cause: string;
}

/** An outcome of a message. */
export interface CountedDelivery extends Between {
  teamId: number;
  /** The day in UTC, such as 2026-01-31. */
  day: string;
  /** `sent`, `failed`, `deferred`, `hard_bounce`, `soft_bounce` or `complaint`. */
  outcome: string;
  /** The counting process; 0 for feedback. */
  holder: number;
}

const valuesOf = ({ teamId, day, from, to, outcome, cause, holder, count }: CountedDelivery & { count: number }): Sql =>
  sql`(${teamId}::int, ${day}::date, ${from}::text, ${to}::text, ${outcome}::text, ${cause}::text, ${holder}::int, ${count}::bigint)`;

/** Adds to the counts behind a reputation: one statement for any number, in key order. */
export async function countDeliveries(db: Database, deliveries: readonly CountedDelivery[]): Promise<void> {
  for (const { items } of byTeam(db, deliveries, teamOf)) {
    const rows = tally(
      items.map(({ teamId, day, from, to, outcome, cause, holder }) => ({
        teamId,
        day,
        from,
        to,
        outcome,
        cause,
        holder,
      })),
    );
    await runOnce(
      db,
      sql`insert into delivery_counts as known (team_id, day, sending_domain, recipient_domain, outcome, cause, holder, count)
          values ${join(rows.map(valuesOf))}
          on conflict (team_id, day, sending_domain, recipient_domain, outcome, cause, holder)
            do update set count = known.count + excluded.count`,
    );
  }
}
