import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { createScope, LONG_MS, type Scope, WORKER } from '../../scope.ts';
import { compile } from '../audience/segments/compile.ts';
import type { Group, Rule } from '../audience/segments/conditions.ts';
import { matching } from '../audience/segments/counting.ts';
import { readGround } from '../audience/segments/ground.ts';
import { announceCampaign } from './campaign-feed.ts';

interface Unfiled {
  teamId: number;
  id: string;
  listId: string;
  segmentIds: string[];
  excludedSegmentIds: string[];
}

/**
 * Puts the messages of the next campaign that is to be sent into the ledger: one statement, one transaction, one message
 * for each person, however often it is tried. Any number of processes may do so. Gives whether there was one.
 */
export function fileNextCampaign(db: Database): Promise<boolean> {
  return inTransaction(
    db,
    async (db) => {
      const [campaign] = await run<Unfiled>(
        db,
        sql`select c.team_id as "teamId", c.id::text, c.list_id::text as "listId", c.segment_ids::text[] as "segmentIds",
                   c.excluded_segment_ids::text[] as "excludedSegmentIds"
            from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
            where c.status = 'sending' and c.filed_at is null order by c.started_at limit 1 for update of c skip locked`,
      );
      if (!campaign) return false;
      const scope = createScope(db, { id: campaign.teamId }, WORKER);
      await file(scope, campaign);
      await scope.publish({ topic: 'mail.queued' });
      await announceCampaign(scope, campaign.id);
      return true;
    },
    LONG_MS,
  );
}

async function file(scope: Scope, campaign: Unfiled): Promise<void> {
  const conditions = audienceOf(campaign);
  const ground = await readGround(scope, [campaign.listId], [conditions]);
  const audience = matching(scope, campaign.listId, conditions ? compile(conditions, ground) : sql`true`);
  await run(
    scope.db,
    sql`with filed as (
          insert into messages (team_id, id, kind, campaign_id, person_key)
          select s.team_id, uuid_v7(), 'campaign', ${campaign.id}::uuid, s.person_key from subscribers s
          where ${audience} and not exists (select from suppressions x
            where x.team_id = s.team_id and x.target in (s.email, split_part(s.email, '@', 2)))
          returning 1
        )
        update campaigns set filed_at = now(), recipients_count = (select count(*) from filed)
        where team_id = ${scope.team.id} and id = ${campaign.id}::uuid returning id`,
  );
}

/** Segments as conditions on the list: in one of these, if there are any, and in none of those. */
function audienceOf({ segmentIds, excludedSegmentIds }: Unfiled): Group | undefined {
  const rule = (operator: string) => (value: string) => ({ type: 'segment', operator, value }) as unknown as Rule;
  const among: Group[] = segmentIds.length > 0 ? [{ operator: 'or', rules: segmentIds.map(rule('in')) }] : [];
  const parts = [...among, ...excludedSegmentIds.map(rule('not_in'))];
  return parts.length > 0 ? { operator: 'and', rules: parts } : undefined;
}
