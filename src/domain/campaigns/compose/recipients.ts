import { ofTeams, teamIn } from '../../../database/by-team.ts';
import { type Database, run, sql } from '../../../database/connect.ts';
import { shownAttributes } from '../../audience/shown-attributes.ts';
import type { SubscriberData } from '../../content/subscriber-values.ts';
import type { ClaimedMessage } from '../../ledger/claim.ts';
import type { RunEvent } from '../event-values.ts';
import { type CapOf, capsReached } from '../frequency.ts';

/** The recipient of a campaign message or an automation e-mail, as a subscriber of its list. */
export interface CampaignRecipient extends SubscriberData {
  status: 'subscribed' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'complained';
  suppressed: boolean;
  /** The frequency caps that they reached. */
  capsReached: CapOf[];
  /** Whether their pause is still running. */
  paused: boolean;
  /** Whether the person's opens and clicks are counted. */
  tracked: boolean;
  /** When the automation e-mail was last changed. Null: a campaign, which no longer changes. */
  state: string | null;
  /** The event that started the automation's run. Null: no event, a deleted run, or a campaign message. */
  event: RunEvent | null;
}

const ABOUT = {
  message: sql`claimed.message_id`,
  campaign: sql`c.id`,
  person: sql`claimed.person_key`,
  ignoresTeam: sql`c.ignore_frequency`,
};

/**
 * The recipients of claimed messages, by the claim's index, in one statement. People who are no longer on the list are missing.
 */
export async function loadRecipients(
  db: Database,
  claims: readonly ClaimedMessage[],
): Promise<Map<number, CampaignRecipient>> {
  const team = teamIn(sql`g.team_id`, claims);
  const rows = await run<CampaignRecipient & { index: number }>(
    db,
    sql`select claimed.index::int - 1 as index, s.id::text, s.email, s.first_name as "firstName", s.last_name as "lastName",
          s.locale, s.timezone, s.status::text as status, ${shownAttributes(team)} as attributes,
          s.subscribed_at as "subscribedAt",
          case when s.tag_ids = '{}' then '{}' else array(
            select g.name from tags g where g.team_id = ${team} and g.id = any(s.tag_ids) order by g.name) end as tags,
          exists (select from suppressions x
            where x.team_id = ${team} and x.target in (s.email, split_part(s.email, '@', 2))) as suppressed,
          p.tracked, coalesce(p.paused_until > now(), false) as paused,
          ${capsReached({ ...ABOUT, team })} as "capsReached",
          g.content_at::text as state, r.event
        from unnest(${claims.map(({ teamId }) => teamId)}::int[], ${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ campaignId }) => campaignId)}::uuid[],
                    ${claims.map(({ personKey }) => personKey)}::uuid[], ${claims.map(({ runId }) => runId)}::uuid[]) with ordinality
          as claimed(team_id, message_id, campaign_id, person_key, run_id, index)
        join mailings g on g.team_id = claimed.team_id and g.id = claimed.campaign_id
        left join campaigns c on c.team_id = g.team_id and c.id = g.campaign_id
        join subscribers s on s.team_id = g.team_id and s.list_id = g.list_id and s.person_key = claimed.person_key
        join people p on p.team_id = s.team_id and p.key = s.person_key
        join teams t on t.id = g.team_id
        left join automation_runs r on r.team_id = g.team_id and r.id = claimed.run_id
        where ${ofTeams(sql`g.team_id`, claims)}`,
  );
  return new Map(rows.map((row) => [row.index, row]));
}
