import type { Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { lockList } from '../audience/lists.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { fitName } from './fit-name.ts';

/**
 * What a copy of a campaign takes over, and an occurrence of its series: the content, the audience and the settings. Not when it is
 * sent, and not what became of it. A new column of the first kind stands here.
 */
export const SETTINGS = [
  ...(['listId', 'segmentIds', 'excludedSegmentIds'] as const),
  ...(['templateId', 'subject', 'preheader', 'text', 'utm', 'fromEmail', 'fromName', 'replyTo'] as const),
  ...(['headers', 'test'] as const),
  ...(['tracking', 'repeatUnknown', 'messagesPerMinute', 'sendFrom', 'sendTo', 'ignoreFrequency', 'archive'] as const),
] satisfies readonly (keyof Campaign)[];

/** A copy of a series is one too; an occurrence is not. */
const COPIED = [...SETTINGS, 'recurrence', 'feedUrl'] as const;

/** Creates a draft with what a campaign of any status says, to whom and how. Throws NotFoundError. */
export function duplicateCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    await lockList(scope, campaign.listId);
    const name = fitName(campaign.name, { before: 'Copy of ' });
    const data = { teamId: scope.team.id, id: newId(), name, ...copyOf(campaign, COPIED) };
    return scope.db.campaign.create({ data });
  });
}

/** What a campaign has in these columns, for one that is to be created. */
export const copyOf = (
  campaign: Campaign,
  columns: readonly (keyof Campaign)[],
): Omit<Prisma.CampaignUncheckedCreateInput, 'teamId' | 'id' | 'name'> =>
  Object.fromEntries(
    columns.filter((column) => campaign[column] !== null).map((column) => [column, campaign[column]]),
  ) as never;
