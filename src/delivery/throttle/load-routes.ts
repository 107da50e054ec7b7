import { type Database, run, sql } from '../../database/connect.ts';
import type { Claim } from '../../domain/ledger/claim.ts';
import type { SendRoute } from '../../domain/transports/send-route.ts';

/** Loads the routes of messages in one statement: each uses the mail's transport, or else the list's. */
export async function loadRoutes(
  db: Database,
  claims: readonly Claim[],
): Promise<{ claim: Claim; route: SendRoute }[]> {
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
        left join transactional_mails t on t.team_id = claimed.team_id and t.id = claimed.mail_id
        left join subscribers s on s.team_id = claimed.team_id and s.id = claimed.subscriber_id
        left join campaigns c on c.team_id = claimed.team_id and c.id = claimed.campaign_id
        left join people p on p.team_id = claimed.team_id and p.key = claimed.person_key
        left join lists l on l.team_id = claimed.team_id and l.id = coalesce(s.list_id, c.list_id)`,
  );
  return rows.map(({ index, ...route }) => ({
    claim: claims[index]!,
    route: { ...route, domain: route.domain ?? '' },
  }));
}
