import { ConflictError, ValidationError } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { examineDraft, type Surroundings } from './check-campaign.ts';
import { announceCampaign } from './live-campaigns.ts';

/** Starts sending a draft. Its content is fixed from now on. Throws NotFoundError, ConflictError, ValidationError. */
export async function sendCampaign(scope: Scope, surroundings: Surroundings, id: unknown): Promise<Campaign> {
  const campaign = await readCampaign(scope, id);
  if (campaign.status !== 'draft') throw new ConflictError('Only a draft can be sent.');
  const { content, problems } = await examineDraft(scope, surroundings, campaign);
  if (problems.length > 0) throw new ValidationError(problems);
  return change(scope, campaign, ['draft'], {
    status: 'sending',
    content: content as unknown as Prisma.InputJsonObject,
    startedAt: scope.now(),
  });
}

/** Stops sending within moments. Messages that have started still arrive. Throws NotFoundError, ConflictError. */
export const pauseCampaign = async (scope: Scope, id: unknown): Promise<Campaign> =>
  change(scope, await readCampaign(scope, id), ['sending'], { status: 'paused' });

/** Resumes a paused campaign. Throws NotFoundError, ConflictError. */
export const resumeCampaign = async (scope: Scope, id: unknown): Promise<Campaign> =>
  change(scope, await readCampaign(scope, id), ['paused'], { status: 'sending' });

/** Ends a campaign for good. Messages that have not started are not sent. Throws NotFoundError, ConflictError. */
export const cancelCampaign = async (scope: Scope, id: unknown): Promise<Campaign> =>
  change(scope, await readCampaign(scope, id), ['draft', 'sending', 'paused'], {
    status: 'cancelled',
    endedAt: scope.now(),
  });

const STATES: Record<string, string> = {
  draft: 'a draft',
  sending: 'being sent',
  paused: 'paused',
};

function change(
  scope: Scope,
  { teamId, id }: Campaign,
  from: ('draft' | 'sending' | 'paused')[],
  data: Prisma.CampaignUpdateManyMutationInput,
): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const { count } = await scope.db.campaign.updateMany({
      where: { teamId, id, status: { in: from } },
      data: { ...data, updatedAt: scope.now() },
    });
    if (count === 0) {
      throw new ConflictError(`The campaign is not ${from.map((status) => STATES[status]).join(' or ')}.`);
    }
    if (data.status === 'sending') await scope.enqueue('enqueue-campaigns', {}, { key: 'enqueue-campaigns' });
    await announceCampaign(scope, id);
    return readCampaign(scope, id);
  });
}
