import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { announceCampaign } from './live-campaigns.ts';
import { removeChunk } from './remove-messages.ts';

/** After this time without progress, the worker of a deletion died, or its job was lost. */
const FORGOTTEN_SECONDS = 15;
const RESUMED_AT_ONCE = 100;

/** Condition: no worker holds the message `m`. The last messages of a cancelled campaign may still be in transit. */
export const FREE = sql`(m.state not in ('claimed', 'sending') or m.lease_until < now())`;

/**
 * Deletes a chunk of the messages of a campaign that is being deleted, and finally the campaign. Returns whether there may
 * be more. Safe to repeat and to run in parallel.
 */
export function deleteSomeMessages(scope: Scope, campaignId: string): Promise<boolean> {
  return transaction(scope, async (scope) => {
    const { db, team } = scope;
    const removed = await removeChunk(scope, campaignId, FREE, sql`m.person_key`);
    const deleting = sql`team_id = ${team.id} and id = ${campaignId}::uuid and status = 'deleting'`;
    if (removed > 0) {
      await run(
        db,
        sql`update campaigns set messages_remaining = greatest(0, messages_remaining - ${removed}::int), updated_at = now()
            where ${deleting} returning id::text`,
      );
    } else {
      await run(
        db,
        sql`delete from campaigns where ${deleting} and not exists (
              select from messages m where m.team_id = ${team.id} and m.campaign_id = ${campaignId}::uuid) returning id::text`,
      );
    }
    await announceCampaign(scope, campaignId);
    return removed > 0;
  });
}

const IS_FORGOTTEN = sql`status = 'deleting' and updated_at < now() - make_interval(secs => ${FORGOTTEN_SECONDS})`;

/** Campaigns whose deletion has stalled. */
export const FORGOTTEN_DELETIONS: Sql = sql`select from campaigns where ${IS_FORGOTTEN}`;

/** Schedules stalled deletions again. Returns how many. */
export async function resumeDeletions(db: Database): Promise<number> {
  const forgotten = await run<{ teamId: number; id: string }>(
    db,
    sql`select team_id as "teamId", id::text from campaigns
        where ${IS_FORGOTTEN} limit ${RESUMED_AT_ONCE}`,
  );
  for (const { teamId, id } of forgotten) {
    await createScope(db, { id: teamId }, WORKER).enqueue('delete-campaign', { campaignId: id }, { key: id });
  }
  return forgotten.length;
}
