import { ConflictError, type ConflictReason } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { announceCampaign } from './live-campaigns.ts';

const STATES = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  paused: 'paused',
} as const;

const NOT_IN = {
  draft: 'NOT_DRAFT',
  scheduled: 'NOT_SCHEDULED',
  sending: 'NOT_SENDING',
  paused: 'NOT_PAUSED',
} as const satisfies Record<keyof typeof STATES, ConflictReason>;

/** A change from one status names it. Cancelling is possible in any status before the end. */
const reasonOf = ([status, ...others]: readonly (keyof typeof STATES)[]): ConflictReason =>
  status && others.length === 0 ? NOT_IN[status] : 'ENDED';

/** Webhooks are notified of these; of a sent one, by the job that ends it. */
const TOLD: ReadonlySet<unknown> = new Set(['scheduled', 'paused', 'cancelled', 'failed']);

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * Moves a campaign from one of these statuses to another, and notifies its followers. A job enqueues the messages of a
 * campaign to be sent. Throws ConflictError if its status has changed, or if it differs from `unchanged`.
 */
export function changeStatus(
  scope: Scope,
  { teamId, id }: Pick<Campaign, 'teamId' | 'id'>,
  from: readonly (keyof typeof STATES)[],
  data: Prisma.CampaignUpdateManyMutationInput,
  unchanged: Prisma.CampaignWhereInput = {},
): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const { count } = await scope.db.campaign.updateMany({
      where: { ...unchanged, teamId, id, status: { in: [...from] } },
      data: { ...data, updatedAt: scope.now() },
    });
    if (count === 0) {
      throw new ConflictError(
        reasonOf(from),
        `The campaign is not ${EITHER.format(from.map((status) => STATES[status]))}.`,
      );
    }
    if (data.status === 'sending') await scope.enqueue('enqueue-campaigns', {}, { key: 'enqueue-campaigns' });
    await announceCampaign(scope, id);
    const campaign = await readCampaign(scope, id);
    if (TOLD.has(data.status)) await notifyWebhooks(scope, `campaign.${data.status}`, [{ id, list: campaign.listId }]);
    return campaign;
  });
}
