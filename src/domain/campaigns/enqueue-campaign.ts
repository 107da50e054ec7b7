import { type Database, inTransaction, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { createScope, LONG_MS, type Scope, WORKER } from '../../scope.ts';
import { countLeftReactions } from '../ledger/count-reactions.ts';
import { type Audience, readAudience } from './audience.ts';
import { readDueTimes } from './due-times.ts';
import { announceCampaign } from './live-campaigns.ts';
import { lockFirst } from './lock-first.ts';
import { enqueueParts } from './sample.ts';
import { type AbTest, decidesAfter } from './variants.ts';

interface Unqueued extends Audience {
  teamId: number;
  id: string;
  scheduledFor: string | null;
  timezone: string | null;
  test: AbTest | null;
}

/** More teams than ever enqueue campaigns at the same time. */
const MAX_CANDIDATES = 20;

/**
 * One campaign of a team after the other: message ids are in the order of commits, so that frequency caps count two
 * campaigns that start at the same moment.
 */
const teamLock = ({ teamId }: Unqueued): string => `enqueue-campaigns ${teamId}`;

/** The campaign was paused or cancelled meanwhile. Rolls the transaction back. */
class Stopped extends Error {}

/**
 * Enqueues the messages of the next campaign in one statement and one transaction, so each person gets one message even
 * after retries. Parallel processes take different teams. The campaign's row is not locked: this may take a minute, and
 * the team must be able to stop the campaign. Returns whether there was one.
 */
export async function enqueueNextCampaign(db: Database): Promise<boolean> {
  await countLeftReactions(db); // resends depend on reactions
  try {
    return await inTransaction(
      db,
      async (db) => {
        const campaign = await lockFirst(db, (id) => unqueued(db, id), teamLock);
        if (!campaign) return false;
        const scope = createScope(db, { id: campaign.teamId }, WORKER);
        await enqueueMessages(scope, campaign);
        await scope.publish({ topic: 'mail.queued', teamId: scope.team.id, bulk: true });
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

const IS_UNQUEUED = sql`c.status = 'sending' and c.enqueued_at is null`;

/** Campaigns that have no messages yet. */
export const UNQUEUED_CAMPAIGNS: Sql = sql`select from campaigns c where ${IS_UNQUEUED}`;

const unqueued = (db: Database, id?: string): Promise<Unqueued[]> =>
  run<Unqueued>(
    db,
    sql`select c.team_id as "teamId", c.id::text, c.list_id::text as "listId", c.segment_ids::text[] as "segmentIds",
               c.excluded_segment_ids::text[] as "excludedSegmentIds", c.scheduled_for as "scheduledFor", c.timezone,
               c.resend_of::text as "resendOf", c.resend_who as "resendWho",
               c.resend_machine_opens as "resendMachineOpens", c.test
        from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
        where ${IS_UNQUEUED} and ${id === undefined ? sql`true` : sql`c.id = ${id}::uuid`} 
        order by row_number() over (partition by c.team_id order by c.started_at), c.started_at limit ${MAX_CANDIDATES}`,
  );

async function enqueueMessages(scope: Scope, campaign: Unqueued): Promise<void> {
  const test = campaign.test ?? undefined;
  const due = await readDueTimes(scope, campaign);
  const { people, variant, heldUntil } = enqueueParts(campaign.id, test, await readAudience(scope, campaign), due.join);
  const done = await runOnce(
    scope.db,
    sql`with mailing as (
          insert into mailings (team_id, id, list_id, template_id, campaign_id)
          select c.team_id, c.id, c.list_id, c.template_id, c.id from campaigns c
          where c.team_id = ${scope.team.id} and c.id = ${campaign.id}::uuid on conflict do nothing
        ), enqueued as (
          insert into messages (team_id, id, kind, campaign_id, person_key, variant, due_at)
          select s.team_id, uuid_v7(), 'campaign', ${campaign.id}::uuid, s.person_key, ${variant}, greatest(${due.at}, ${heldUntil})
          from ${people}
          returning 1
        )
        update campaigns set enqueued_at = now(), decide_at = now() + make_interval(secs => ${decidesAfter(test)}::float8),
          recipients_count = (select count(*) from enqueued)
        where team_id = ${scope.team.id} and id = ${campaign.id}::uuid and status = 'sending' returning id`,
  );
  if (done.length === 0) throw new Stopped();
}
