import { ConflictError, type Issue, ValidationError } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { freezeContent } from './campaign-content.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { announceCampaign } from './live-campaigns.ts';

/** Starts sending a draft. Its content is fixed from now on. Throws NotFoundError, ConflictError, ValidationError. */
export async function sendCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  const campaign = await readCampaign(scope, id);
  const list = await readList(scope, campaign.listId);
  const template = await scope.db.template.findUnique({
    where: { teamId_id: { teamId: scope.team.id, id: campaign.templateId } },
  });
  if (campaign.status !== 'draft') throw new ConflictError('Only a draft can be sent.');
  const issues: Issue[] = [
    ...(template ? [] : [{ path: ['template'], problem: TEMPLATE_DELETED }]),
    ...(template && !(campaign.subject ?? template.subject)
      ? [{ path: ['subject'], problem: 'is required, because the template has none.' }]
      : []),
  ];
  if (!template || issues.length > 0) throw new ValidationError(issues);
  const content = await freezeContent(template, campaign.subject, list.locale);
  return change(scope, campaign, ['draft'], {
    status: 'sending',
    content: content as unknown as Prisma.InputJsonObject,
    startedAt: scope.now(),
  });
}

const TEMPLATE_DELETED = 'The template of the campaign no longer exists.';

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
