import { byTeam, teamIn, teamOf } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import type { SendRoute } from '../../domain/transports/send-route.ts';

interface Routed {
  claim: Claim;
  route: SendRoute;
}

/**
 * Loads the routes of messages in one statement, or in one per team where tables are distributed: a message uses the e-mail's
 * transport, or else the list's.
 */
export async function loadRoutes(db: Database, claims: readonly Claim[]): Promise<Routed[]> {
  return (await Promise.all(byTeam(db, claims, teamOf).map(({ items }) => routesOf(db, items)))).flat();
}

async function routesOf(db: Database, claims: readonly Claim[]): Promise<Routed[]> {
  const team = teamIn(sql`claimed.team_id`, claims);
  const rows = await run<SendRoute & { index: number }>(
    db,
    sql`select claimed.index::int - 1 as index, claimed.team_id as "teamId",
          coalesce(t.transport_id, l.transport_id)::text as "transportId",
          split_part(coalesce(t.recipients[1], s.email, p.email), '@', 2) as domain
        from unnest(${claims.map(({ teamId }) => teamId)}::int[], ${claims.map(({ mailId }) => mailId)}::uuid[],
                    ${claims.map(({ subscriberId }) => subscriberId)}::uuid[],
                    ${claims.map(({ campaignId }) => campaignId)}::uuid[],
                    ${claims.map(({ personKey }) => personKey)}::uuid[])
          with ordinality as claimed(team_id, mail_id, subscriber_id, campaign_id, person_key, index)
        left join transactional_mails t on t.team_id = ${team} and t.id = claimed.mail_id
        left join subscribers s on s.team_id = ${team} and s.id = claimed.subscriber_id
        left join campaigns c on c.team_id = ${team} and c.id = claimed.campaign_id
        left join people p on p.team_id = ${team} and p.key = claimed.person_key
        left join lists l on l.team_id = ${team} and l.id = coalesce(s.list_id, c.list_id)`,
  );
  return rows.map(({ index, ...route }) => ({
    claim: claims[index]!,
    route: { ...route, domain: route.domain ?? '' },
  }));
}
