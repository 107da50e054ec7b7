import { byTeam, ofOne, teamOf } from '../../database/by-team.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { notify } from '../../live/pubsub.ts';
import { createScope, WORKER } from '../../scope.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';

/** A hard bounce or a complaint about a message. */
export interface Trouble {
  teamId: number;
  messageId: string;
  kind: 'hard_bounce' | 'complaint';
}

/**
 * Counts these for the auto-pause of the campaigns that are being sent. These are the last locks that the caller's
 * transaction takes.
 */
export async function countForAutoPause(db: Database, troubles: readonly Trouble[]): Promise<void> {
  for (const { teams, items } of byTeam(db, troubles, teamOf)) {
    const counted = await run<{ teamId: number; id: string; reason: string | null; list: string }>(
      db,
      sql`with numbers as materialized (
            select m.team_id, m.campaign_id, (count(*) filter (where given.kind = 'hard_bounce'))::int as bounces,
                   (count(*) filter (where given.kind = 'complaint'))::int as complaints
            from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given("teamId" int, "messageId" uuid, kind text)
            join messages m on m.team_id = given."teamId" and m.id = given."messageId" ${ofOne(teams, sql`m.team_id`)}
            where m.campaign_id is not null group by 1, 2
          ), held as materialized (
            select c.team_id, c.id from campaigns c join numbers n on n.team_id = c.team_id and n.campaign_id = c.id
            where c.status in ('sending', 'paused') ${ofOne(teams, sql`c.team_id`)}
            order by c.team_id, c.id for no key update of c
          )
          update campaigns c set brake_hard_bounces = j.hard_bounces, brake_complaints = j.complaints,
            status = case when j.reason is null then c.status else 'paused' end, pause_reason = coalesce(j.reason, c.pause_reason)
          from (
            select k.team_id, k.id, added.*, case when k.status = 'sending' then auto_pause_reason(
              k.sent_count + k.failed_count - k.brake_from, added.hard_bounces, added.complaints,
              t.brake_hard_bounces, t.brake_complaints) end as reason
            from held h join numbers n on n.team_id = h.team_id and n.campaign_id = h.id join teams t on t.id = h.team_id
            join campaigns k on k.team_id = h.team_id ${ofOne(teams, sql`k.team_id`)} and k.id = h.id
            cross join lateral (select k.brake_hard_bounces + n.bounces as hard_bounces, k.brake_complaints + n.complaints as complaints) added
          ) j where c.team_id = j.team_id ${ofOne(teams, sql`c.team_id`)} and c.id = j.id
          returning c.team_id as "teamId", c.id::text, j.reason, c.list_id::text as list`,
    );
    for (const { teamId, id, reason, list } of counted) {
      if (reason !== null)
        await notifyWebhooks(createScope(db, { id: teamId }, WORKER), 'campaign.paused', [{ id, list }]);
    }
    const notices = counted.map(({ teamId, id }) => ({ topic: 'campaign.progressed' as const, teamId, id }));
    if (notices.length > 0) await notify(db, ...notices);
  }
}
