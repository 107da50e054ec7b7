import { runOnce, sql } from '../../../database/connect.ts';
import type { CampaignStatus, MessageState } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../../scope.ts';
import { HELD } from '../../ledger/held.ts';
import type { SendWindow } from '../../ledger/send-window.ts';
import type { RouteParts } from '../../transports/send-route.ts';

/** A message that is not settled, with everything in the ledger and its campaign that it may wait for. */
export interface WaitingMessage extends RouteParts, SendWindow {
  id: string;
  isBulk: boolean;
  state: MessageState;
  dueAt: Date;
  /** Whether it waits for the winner of an A/B test. */
  isHeld: boolean;
  /** Whether a worker has had it before. */
  wasClaimed: boolean;
  /** Whether the lease of its worker is valid. */
  isLeased: boolean;
  /** Whether a worker has other messages of the team's queue. */
  hasShare: boolean;
  /** Of its campaign or automation. */
  campaignStatus: CampaignStatus | null;
  messagesPerMinute: number | null;
  pacedUntil: Date | null;
}

/** The unsettled messages among these ids, without those of cancelled campaigns, in one statement. */
export const readWaitingMessages = ({ db, team }: Scope, ids: readonly string[]): Promise<WaitingMessage[]> =>
  runOnce<WaitingMessage>(
    db,
    sql`select m.team_id as "teamId", m.id::text, m.campaign_id is not null as "isBulk", m.state::text as state, m.due_at as "dueAt",
          m.due_at = ${HELD} as "isHeld", m.first_try_at is not null as "wasClaimed",
          coalesce(m.lease_until > now(), false) as "isLeased",
          exists (
            select from messages others
            where others.team_id = ${team.id} and others.state in ('claimed', 'sending') and others.lease_until > now()
              and (others.campaign_id is null) = (m.campaign_id is null)) as "hasShare",
          m.mail_id::text as "mailId", m.subscriber_id::text as "subscriberId", m.campaign_id::text as "campaignId",
          m.person_key::text as "personKey", c.status::text as "campaignStatus", c.messages_per_minute as "messagesPerMinute",
          c.paced_until as "pacedUntil", c.send_from as "sendFrom", c.send_to as "sendTo", t.timezone
        from messages m join teams t on t.id = ${team.id}
        left join campaigns c on c.team_id = ${team.id} and c.id = m.campaign_id
        where m.team_id = ${team.id} and m.id = any(${[...ids]}::uuid[])
          and m.state in ('queued', 'deferred', 'claimed', 'sending') and (c.id is null or c.status in ('sending', 'paused'))`,
  );
