import { byTeam, teamIn, teamOf } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import type { Claim } from '../ledger/claim.ts';

/** The route of a message. Pauses and limits apply to a recipient domain by a transport, or to a whole transport. */
export interface SendRoute {
  teamId: number;
  /** Null is the installation's own transport. */
  transportId: string | null;
  /** The domain of the first recipient, in ASCII; '' for the whole transport. */
  domain: string;
}

/** A string that identifies a route, for use as a map key. */
export const routeKey = ({ teamId, transportId, domain }: SendRoute): string =>
  `${teamId} ${transportId ?? ''} ${domain}`;

/** The parts of a message that its route depends on. */
export type RouteParts = Pick<Claim, 'teamId' | 'mailId' | 'subscriberId' | 'campaignId' | 'personKey'>;

/**
 * Loads the routes of messages in one statement, or in one per team where tables are distributed: a message uses the e-mail's
 * transport, or else the list's.
 */
export async function loadRoutes<Message extends RouteParts>(
  db: Database,
  messages: readonly Message[],
): Promise<{ message: Message; route: SendRoute }[]> {
  return (await Promise.all(byTeam(db, messages, teamOf).map(({ items }) => routesOf(db, items)))).flat();
}

async function routesOf<Message extends RouteParts>(db: Database, messages: readonly Message[]) {
  const team = teamIn(sql`given.team_id`, messages);
  const rows = await run<SendRoute & { index: number }>(
    db,
    sql`select given.index::int - 1 as index, given.team_id as "teamId",
          coalesce(t.transport_id, l.transport_id)::text as "transportId",
          split_part(coalesce(t.recipients[1], s.email, p.email), '@', 2) as domain
        from unnest(${messages.map(({ teamId }) => teamId)}::int[], ${messages.map(({ mailId }) => mailId)}::uuid[],
                    ${messages.map(({ subscriberId }) => subscriberId)}::uuid[],
                    ${messages.map(({ campaignId }) => campaignId)}::uuid[],
                    ${messages.map(({ personKey }) => personKey)}::uuid[])
          with ordinality as given(team_id, mail_id, subscriber_id, campaign_id, person_key, index)
        left join transactional_mails t on t.team_id = ${team} and t.id = given.mail_id
        left join subscribers s on s.team_id = ${team} and s.id = given.subscriber_id
        left join mailings g on g.team_id = ${team} and g.id = given.campaign_id
        left join people p on p.team_id = ${team} and p.key = given.person_key
        left join lists l on l.team_id = ${team} and l.id = coalesce(s.list_id, g.list_id)`,
  );
  return rows.map(({ index, ...route }) => ({
    message: messages[index]!,
    route: { ...route, domain: route.domain ?? '' },
  }));
}
