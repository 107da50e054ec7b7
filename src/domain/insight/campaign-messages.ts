import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** A campaign's message to a person. */
export interface CampaignMessage {
  id: string;
  campaignId: string;
  campaign: string;
  state: string;
  sentAt: Date | null;
  createdAt: Date;
}

/**
 * Selects the campaign messages to `owner`. It goes through the campaigns, whose index exists anyway: an index by
 * person would have to be written three times for each message.
 */
export const campaignMessagesOf = ({ team }: Scope): Sql =>
  sql`select m.id, m.created_at as at from campaigns c
      join messages m on m.team_id = c.team_id and m.campaign_id = c.id and m.person_key = owner.key
      where c.team_id = ${team.id}`;

/** Returns the campaign messages among these ids, in one statement. */
export const readCampaignMessages = ({ db, team }: Scope, ids: readonly string[]): Promise<CampaignMessage[]> =>
  run<CampaignMessage>(
    db,
    sql`select m.id::text, m.campaign_id::text as "campaignId", c.name as campaign, m.state::text as state,
               m.sent_at as "sentAt", m.created_at as "createdAt"
        from messages m join campaigns c on c.team_id = m.team_id and c.id = m.campaign_id
        where m.team_id = ${team.id} and m.id = any(${[...ids]}::uuid[])`,
  );
