import { type Database, inTransaction, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, LONG_MS, type Scope, WORKER } from '../../scope.ts';
import { compile } from '../segments/compile.ts';
import type { Group, Rule } from '../segments/conditions.ts';
import { matching } from '../segments/counting.ts';
import { readSegmentContext } from '../segments/read-context.ts';
import { announceCampaign } from './live-campaigns.ts';

interface Unqueued {
  teamId: number;
  id: string;
  listId: string;
  segmentIds: string[];
  excludedSegmentIds: string[];
}

/** More campaigns than are ever enqueued at the same time. */
const MAX_CANDIDATES = 20;

/** The campaign was paused or cancelled meanwhile. Rolls the transaction back. */
class Stopped extends Error {}

/**
 * Enqueues the messages of the next campaign to send: one statement and one transaction, so each person gets one
 * message however often this is retried. Any number of processes may do this, each for another campaign. The campaign's
 * row is not locked meanwhile: it may take a minute, and the team must be able to stop the campaign. Returns whether
 * there was one.
 */
export async function enqueueNextCampaign(db: Database): Promise<boolean> {
  try {
    return await inTransaction(
      db,
      async (db) => {
        const campaign = await lockNext(db);
        if (!campaign) return false;
        const scope = createScope(db, { id: campaign.teamId }, WORKER);
        await enqueueMessages(scope, campaign);
        await scope.publish({ topic: 'mail.queued' });
        await announceCampaign(scope, campaign.id);
        return true;
      },
      LONG_MS,
    );
  } catch (error) {
    if (error instanceof Stopped) return true;
    throw error;
  }
}

/** Takes an advisory lock, until the transaction ends, on the first campaign that no other process is enqueuing. */
async function lockNext(db: Database): Promise<Unqueued | undefined> {
  for (const { id } of await unqueued(db, sql`true`)) {
    const name = `enqueue-campaign ${id}`;
    const [lock] = await run<{ ours: boolean }>(
      db,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name}::text, 0)) as ours`,
    );
    // Read again: the previous owner of the lock may have enqueued it meanwhile.
    const [campaign] = lock?.ours ? await unqueued(db, sql`c.id = ${id}::uuid`) : [];
    if (campaign) return campaign;
  }
  return undefined;
}

const unqueued = (db: Database, which: Sql): Promise<Unqueued[]> =>
  run<Unqueued>(
    db,
    sql`select c.team_id as "teamId", c.id::text, c.list_id::text as "listId", c.segment_ids::text[] as "segmentIds",
               c.excluded_segment_ids::text[] as "excludedSegmentIds"
        from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
        where c.status = 'sending' and c.enqueued_at is null and ${which} order by c.started_at limit ${MAX_CANDIDATES}`,
  );

async function enqueueMessages(scope: Scope, campaign: Unqueued): Promise<void> {
  const conditions = audienceOf(campaign);
  const context = await readSegmentContext(scope, [campaign.listId], [conditions]);
  const audience = matching(scope, campaign.listId, conditions ? compile(conditions, context) : sql`true`);
  const done = await run(
    scope.db,
    sql`with enqueued as (
          insert into messages (team_id, id, kind, campaign_id, person_key)
          select s.team_id, uuid_v7(), 'campaign', ${campaign.id}::uuid, s.person_key from subscribers s
          where ${audience} and not exists (select from suppressions x
            where x.team_id = s.team_id and x.target in (s.email, split_part(s.email, '@', 2)))
          returning 1
        )
        update campaigns set enqueued_at = now(), recipients_count = (select count(*) from enqueued)
        where team_id = ${scope.team.id} and id = ${campaign.id}::uuid and status = 'sending' returning id`,
  );
  if (done.length === 0) throw new Stopped();
}

/** The segments as conditions: in one of the segments, if there are any, and in none of the excluded ones. */
function audienceOf({ segmentIds, excludedSegmentIds }: Unqueued): Group | undefined {
  const rule = (operator: string) => (value: string) => ({ type: 'segment', operator, value }) as unknown as Rule;
  const among: Group[] = segmentIds.length > 0 ? [{ operator: 'or', rules: segmentIds.map(rule('in')) }] : [];
  const parts = [...among, ...excludedSegmentIds.map(rule('not_in'))];
  return parts.length > 0 ? { operator: 'and', rules: parts } : undefined;
}
