import { type Database, run, sql } from '../database/connect.ts';
import type { Claim } from '../domain/sending/ledger.ts';

/** Which way a message goes. */
export interface Route {
  teamId: number;
  /** Null is the installation's own transport. */
  transportId: string | null;
  /** Of its first recipient, in ASCII. */
  domain: string;
}

/** The domain of a normalised address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The routes that were asked for, in one statement: by the mail's own transport, or by the list's. */
export async function loadRoutes(db: Database, claims: readonly Claim[]): Promise<Map<Claim, Route>> {
  const rows = await run<Route & { index: number }>(
    db,
    sql`select claimed.index::int - 1 as index, claimed.team_id as "teamId",
          coalesce(t.transport_id, l.transport_id)::text as "transportId",
          split_part(coalesce(t.recipients[1], s.email), '@', 2) as domain
        from unnest(${claims.map(({ teamId }) => teamId)}::int[], ${claims.map(({ mailId }) => mailId)}::uuid[],
                    ${claims.map(({ subscriberId }) => subscriberId)}::uuid[])
          with ordinality as claimed(team_id, mail_id, subscriber_id, index)
        left join transactional_mails t on t.team_id = claimed.team_id and t.id = claimed.mail_id
        left join subscribers s on s.team_id = claimed.team_id and s.id = claimed.subscriber_id
        left join lists l on l.team_id = s.team_id and l.id = s.list_id
        where coalesce(t.id, s.id) is not null`,
  );
  return new Map(rows.map(({ index, ...route }) => [claims[index]!, route]));
}
