import { run, type Sql, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import { type Scope, transaction } from '../../scope.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { announceCampaign } from './live-campaigns.ts';

/** A campaign with more messages is deleted in the background (docs/adr/0063). */
const AT_ONCE = 5_000;

/**
 * Deletes a campaign with its messages. A large one is deleted in the background, with the status `deleting`. Returns it as
 * it was. Safe to repeat. Throws NotFoundError, and ConflictError while it is being sent.
 */
export function deleteCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    if (campaign.status === 'deleting') return campaign;
    const isLarge = await hasMany(scope, campaign.id);
    const done = await (isLarge ? mark(scope, campaign.id) : remove(scope, campaign.id));
    if (!done) await refuse(scope, campaign);
    if (isLarge) await scope.enqueue('delete-campaign', { campaignId: campaign.id }, { key: campaign.id });
    await announceCampaign(scope, campaign.id);
    return campaign;
  });
}

/**
 * Condition of a row of `campaigns c`: it is not being sent, and none of its messages is in transit. Never waits for a row
 * that a worker has locked: the worker writes messages of all teams together, and would be blocked too.
 */
const idle = (teamId: number, id: string): Sql => sql`
  c.team_id = ${teamId} and c.id = ${id}::uuid and c.status <> 'sending' and not exists (
    select from messages m
    where m.team_id = ${teamId} and m.campaign_id = ${id}::uuid and m.state in ('claimed', 'sending'))`;

async function hasMany({ db, team }: Scope, id: string): Promise<boolean> {
  const found = await run(
    db,
    sql`select from messages where team_id = ${team.id} and campaign_id = ${id}::uuid offset ${AT_ONCE} limit 1`,
  );
  return found.length > 0;
}

async function remove({ db, team }: Scope, id: string): Promise<boolean> {
  const gone = await run(db, sql`delete from campaigns c where ${idle(team.id, id)} returning c.id::text`);
  return gone.length > 0;
}

/** Messages are counted only if some were removed before: counting a million takes a second. */
async function mark({ db, team }: Scope, id: string): Promise<boolean> {
  const marked = await run(
    db,
    sql`update campaigns c set status = 'deleting', updated_at = now(),
          messages_remaining = case when c.messages_removed_at is null then c.recipients_count else (
            select count(*) from messages m where m.team_id = ${team.id} and m.campaign_id = ${id}::uuid) end
        where ${idle(team.id, id)} returning c.id::text`,
  );
  return marked.length > 0;
}

async function refuse(scope: Scope, { teamId, id }: Campaign): Promise<never> {
  const isSending = await scope.db.campaign.count({ where: { teamId, id, status: 'sending' } });
  throw new ConflictError(
    'SENDING',
    isSending > 0
      ? 'The campaign is being sent. Cancel it first.'
      : 'Some messages of the campaign are still being sent. Try again in a moment.',
  );
}
