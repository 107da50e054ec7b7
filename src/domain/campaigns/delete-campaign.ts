import { run, sql } from '../../database/connect.ts';
import { ConflictError } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { announceCampaign } from './live-campaigns.ts';

/** Messages that go together with their campaign. With more of them it is deleted in the background (docs/adr/0063). */
const AT_ONCE = 5_000;

/**
 * Deletes a campaign with its messages: one of many messages in the background, and meanwhile its status is `deleting`. Returns it
 * as it was. A second time changes nothing. Throws NotFoundError, and ConflictError while it is being sent.
 */
export function deleteCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    if (campaign.status === 'deleting') return campaign;
    const isLarge = await hasMany(scope, campaign.id);
    const where = idle(campaign);
    const { count } = isLarge
      ? await scope.db.campaign.updateMany({ where, data: await marked(scope, campaign.id) })
      : await scope.db.campaign.deleteMany({ where });
    if (count === 0) await refuse(scope, campaign);
    if (isLarge) await scope.enqueue('delete-campaign', { campaignId: campaign.id }, { key: campaign.id });
    await announceCampaign(scope, campaign.id);
    return campaign;
  });
}

/**
 * It is not being sent, and no message of it is on its way. Never waits for a row that a worker has locked: the worker writes messages of all
 * teams together, and would wait too.
 */
const idle = ({ teamId, id }: Campaign): Prisma.CampaignWhereInput => ({
  ...{ teamId, id, status: { not: 'sending' } },
  messages: { none: { state: { in: ['claimed', 'sending'] } } },
});

async function hasMany({ db, team }: Scope, id: string): Promise<boolean> {
  const found = await run(
    db,
    sql`select from messages where team_id = ${team.id} and campaign_id = ${id}::uuid offset ${AT_ONCE} limit 1`,
  );
  return found.length > 0;
}

const marked = async (scope: Scope, campaignId: string) => ({
  status: 'deleting' as const,
  messagesRemaining: await scope.db.message.count({ where: { teamId: scope.team.id, campaignId } }),
  updatedAt: scope.now(),
});

async function refuse(scope: Scope, { teamId, id }: Campaign): Promise<never> {
  const isSending = await scope.db.campaign.count({ where: { teamId, id, status: 'sending' } });
  throw new ConflictError(
    isSending > 0
      ? 'The campaign is being sent. Cancel it first.'
      : 'Some messages of the campaign are still being sent. Try again in a moment.',
  );
}
