import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { lockList } from '../audience/lists.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { copyOf, DUPLICATED } from './copied-columns.ts';
import { fitName } from './fit-name.ts';

/** Creates a draft with the content, audience and settings of a campaign in any status. Throws NotFoundError. */
export function duplicateCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    await lockList(scope, campaign.listId);
    const name = fitName(campaign.name, { before: 'Copy of ' });
    const data = { teamId: scope.team.id, id: newId(), name, ...copyOf(campaign, DUPLICATED) };
    return scope.db.campaign.create({ data });
  });
}
