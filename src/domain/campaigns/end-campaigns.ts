import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { notify } from '../../pubsub.ts';
import { isAbandoned } from '../sending/abandoned.ts';

const LOST = 'The worker was lost while sending: it may have arrived, and a campaign is not repeated.';

/**
 * Marks as unknown the messages of campaigns whose worker was lost while they may have been on their way. The fence stays: a
 * worker that comes back with the answer still can tell. Gives how many there were.
 */
export async function markLost(db: Database): Promise<number> {
  const rows = await run(
    db,
    sql`with lost as (
          select m.team_id, m.id from messages m
          join campaigns c on c.team_id = m.team_id and c.id = m.campaign_id and not (c.repeat_unknown and c.status = 'sending')
          where m.state = 'sending' and m.campaign_id is not null and ${isAbandoned}
          order by m.team_id, m.id for update of m skip locked
        ), marked as (
          update messages m set state = 'unknown', undecided = m.undecided + 1, lease_until = null, last_error = ${LOST}
          from lost l where m.team_id = l.team_id and m.id = l.id returning m.team_id, m.id, m.campaign_id
        ), tried as (
          insert into attempts (team_id, message_id, outcome, reason) select team_id, id, 'undecided', ${LOST} from marked
        ), counted as (
          update campaigns c set unknown_count = unknown_count + n.count
          from (select team_id, campaign_id, count(*)::int as count from marked group by 1, 2 order by 1, 2) n
          where c.team_id = n.team_id and c.id = n.campaign_id
        )
        select 1 from marked`,
  );
  return rows.length;
}

/** Ends the campaigns all of whose messages have come to an end. */
export function endCampaigns(db: Database): Promise<void> {
  return inTransaction(db, async (db) => {
    const ended = await run<{ teamId: number; id: string }>(
      db,
      sql`update campaigns c set status = 'sent', ended_at = now(), updated_at = now()
          where c.status = 'sending' and c.filed_at is not null
            and c.recipients_count <= c.sent_count + c.failed_count + c.unknown_count + c.withheld_count
          returning c.team_id as "teamId", c.id::text`,
    );
    const notices = ended.map((campaign) => ({ topic: 'campaign.progressed' as const, ...campaign }));
    if (notices.length > 0) await notify(db, ...notices);
  });
}
