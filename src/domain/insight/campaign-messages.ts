import { run, type Sql, sql } from '../../database/connect.ts';
import type { MessageState } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { HELD } from '../ledger/held.ts';
import type { WithheldReason } from '../ledger/withheld-reasons.ts';

/** A message of a campaign or an automation step to a person. */
export interface CampaignMessage {
  id: string;
  /** Null if an automation sent it. */
  campaignId: string | null;
  /** Of the campaign or the automation. */
  campaignName: string;
  /** The automation that sent it, and its step. Null for a campaign. */
  automationId: string | null;
  automationStep: string | null;
  personKey: string;
  /** Null once the person was erased. */
  email: string | null;
  state: MessageState;
  /** Why it was not sent, in the other server's words or ours. */
  reason: string | null;
  /** Why it was skipped. */
  skipReason: WithheldReason | null;
  /** The number of failed attempts. */
  failures: number;
  sentAt: Date | null;
  /** When a person first opened it, or first clicked a link in it. */
  openedAt: Date | null;
  clickedAt: Date | null;
  /** When the next try is due, for a waiting message. Null while it waits for the winner of a test. */
  dueAt: Date | null;
  createdAt: Date;
}

/**
 * Selects the campaign and automation messages to `owner`. It goes through the mailings, whose index exists anyway: an
 * index by person would need three more writes for each message.
 */
export const campaignMessagesOf = ({ team }: Scope): Sql =>
  sql`select m.id, m.created_at as at from mailings g
      join messages m on m.team_id = g.team_id and m.campaign_id = g.id and m.person_key = owner.key
      where g.team_id = ${team.id}`;

/** Returns the campaign and automation messages among these ids, in one statement. */
export const readCampaignMessages = ({ db, team }: Scope, ids: readonly string[]): Promise<CampaignMessage[]> =>
  run<CampaignMessage>(
    db,
    sql`select m.id::text, g.campaign_id::text as "campaignId", coalesce(a.name, c.name) as "campaignName",
               g.automation_id::text as "automationId", g.automation_step as "automationStep",
               m.person_key::text as "personKey", p.email, m.state::text as state, m.failures,
               case when m.state <> 'sent' then m.last_error end as reason,
               case when m.state = 'withheld' then coalesce(m.withheld, 'other') end as "skipReason", m.sent_at as "sentAt",
               facts.opened as "openedAt", facts.clicked as "clickedAt",
               case when m.state in ('queued', 'deferred') then nullif(m.due_at, ${HELD}) end as "dueAt", m.created_at as "createdAt"
        from messages m join mailings g on g.team_id = m.team_id and g.id = m.campaign_id
        left join campaigns c on c.team_id = g.team_id and c.id = g.campaign_id
        left join automations a on a.team_id = g.team_id and a.id = g.automation_id
        left join people p on p.team_id = m.team_id and p.key = m.person_key
        cross join lateral (
          select min(f.at) filter (where f.what = 'opened') as opened, min(f.at) filter (where f.what = 'clicked') as clicked
          from message_facts f where f.team_id = ${team.id} and f.message_id = m.id) facts
        where m.team_id = ${team.id} and m.id = any(${[...ids]}::uuid[])`,
  );
