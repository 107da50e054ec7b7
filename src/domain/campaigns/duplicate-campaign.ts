import type { Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { lockList } from '../audience/lists.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { fitName } from './fit-name.ts';

/**
 * Columns that copies of a campaign and occurrences of a series keep: content, audience and settings, but no schedule and
 * no results. Add new columns of this kind here.
 */
export const SETTINGS = [
  ...(['listId', 'segmentIds', 'excludedSegmentIds'] as const),
  ...(['templateId', 'subject', 'preheader', 'text', 'utm', 'fromEmail', 'fromName', 'replyTo'] as const),
  ...(['headers', 'test'] as const),
  ...(['tracking', 'repeatUnknown', 'messagesPerMinute', 'sendFrom', 'sendTo', 'ignoreFrequency', 'archive'] as const),
] satisfies readonly (keyof Campaign)[];

/** A copy of a series is a series; an occurrence is not. */
const COPIED = [...SETTINGS, 'recurrence', 'feedUrl'] as const;

/** Creates a draft with the content, audience and settings of a campaign in any status. Throws NotFoundError. */
export function duplicateCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    await lockList(scope, campaign.listId);
    const name = fitName(campaign.name, { before: 'Copy of ' });
    const data = { teamId: scope.team.id, id: newId(), name, ...copyOf(campaign, COPIED) };
    return scope.db.campaign.create({ data });
  });
}

/** A campaign's values in these columns, for a new campaign. */
export const copyOf = (
  campaign: Campaign,
  columns: readonly (keyof Campaign)[],
): Omit<Prisma.CampaignUncheckedCreateInput, 'teamId' | 'id' | 'name'> =>
  Object.fromEntries(
    columns.filter((column) => campaign[column] !== null).map((column) => [column, campaign[column]]),
  ) as never;
