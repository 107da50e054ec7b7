import { columnsOf } from '../../database/columns.ts';
import { run, sql } from '../../database/connect.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import type { Campaign } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { lockList, readLists } from '../audience/lists.ts';
import { liquidIssues } from '../content/check-liquid.ts';
import { findTemplate } from '../content/templates.ts';
import { templateProblems } from '../content/unknown-templates.ts';
import { found, idOf } from '../found.ts';
import { columnsOfSettings, columnsOfTest } from './campaign-columns.ts';
import { campaignChange, campaignInput } from './campaign-input.ts';
import { copyOf, DUPLICATED } from './copied-columns.ts';
import { fitName } from './fit-name.ts';
import { knownSegments } from './known-segments.ts';
import { notADraft } from './not-a-draft.ts';
import { forgetEntries, isAnotherFeed, seriesColumns } from './series/series-settings.ts';
import { abTestOf, refuseEqualVariants, resolveAbTest } from './variants.ts';

export type { Campaign };

/** Creates a draft. Throws ValidationError. */
export function createCampaign(scope: Scope, outbound: Outbound, input: unknown): Promise<Campaign> {
  const { abTest: asked, recurrence, feedUrl, archive, ...given } = parse(campaignInput, input);
  const { listId, template, segmentIds, excludedSegmentIds, ...settings } = given;
  return transaction(scope, async (scope) => {
    const { test, issues } = await resolveAbTest(scope, asked);
    const segments = { segmentIds, excludedSegmentIds };
    const links = await validateLinks(scope, { ...settings, ...segments, listId, template }, issues);
    refuseEqualVariants({ ...settings, ...links }, test);
    const data = {
      ...columnsOfSettings(settings),
      ...links,
      ...(await seriesColumns(scope, outbound, { recurrence, feedUrl, archive })),
      ...columnsOfTest(test),
    };
    const { name } = settings;
    const templateId = links.templateId!; // required, and looked up
    return scope.db.campaign.create({
      data: { ...data, teamId: scope.team.id, id: newId(), name, listId, templateId },
    });
  });
}

/** Changes the given fields of a draft. Throws NotFoundError, ConflictError if it is not a draft, ValidationError. */
export function updateCampaign(scope: Scope, outbound: Outbound, id: unknown, input: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    const { abTest: asked, recurrence, feedUrl, archive, ...given } = parse(campaignChange, input);
    const { listId = campaign.listId, template, segmentIds, excludedSegmentIds, ...settings } = given;
    const { test, issues } = await resolveAbTest(scope, asked);
    // A list change must fit the segments that stay.
    const segments = {
      segmentIds: segmentIds === undefined ? campaign.segmentIds : segmentIds,
      excludedSegmentIds: excludedSegmentIds === undefined ? campaign.excludedSegmentIds : excludedSegmentIds,
    };
    const links = await validateLinks(scope, { ...settings, ...segments, listId, template }, issues);
    refuseEqualVariants({ ...campaign, ...settings, ...links }, test === undefined ? abTestOf(campaign) : test);
    const data = {
      ...columnsOfSettings(settings),
      ...links,
      ...(await seriesColumns(scope, outbound, { recurrence, feedUrl, archive }, campaign)),
      ...columnsOfTest(test),
    };
    const [changed] = await scope.db.campaign.updateManyAndReturn({
      where: { teamId: scope.team.id, id: campaign.id, status: 'draft' },
      data: { ...data, listId, updatedAt: scope.now() },
    });
    if (!changed) throw notADraft(campaign, 'changed');
    if (isAnotherFeed(campaign, changed.feedUrl)) await forgetEntries(scope, changed.id);
    return changed;
  });
}

/** Returns one campaign, without its content. Throws NotFoundError. */
export async function readCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  const [campaign] = await readCampaigns(scope, [idOf(id)]);
  return found(campaign);
}

const COLUMNS = columnsOf('Campaign', { without: ['content', 'variantContents', 'links', 'feed'] });

/**
 * The team's campaigns with these ids, without their content, in no particular order, in one statement. Leaves out
 * automation e-mails, which share the table.
 */
export const readCampaigns = ({ db, team }: Scope, ids: readonly string[]): Promise<Campaign[]> =>
  run<Campaign>(
    db,
    sql`select ${COLUMNS} from campaigns
        where team_id = ${team.id} and id = any(${[...ids]}::uuid[])`,
  );

interface Links {
  listId: string;
  template?: string | undefined;
  segmentIds?: string[] | null | undefined;
  excludedSegmentIds?: string[] | null | undefined;
  subject?: string | null | undefined;
  preheader?: string | null | undefined;
  text?: string | null | undefined;
}

/**
 * Looks up the list, template and segments of a campaign, and locks the list against deletion until the transaction ends.
 * Throws ValidationError for missing ones, together with the other issues.
 */
async function validateLinks(scope: Scope, links: Links, others: readonly Issue[]) {
  const { listId, template: name, segmentIds, excludedSegmentIds } = links;
  const [found] = await readLists(scope, [listId], sql`for key share`);
  const template = name === undefined ? undefined : await findTemplate(scope, name);
  const ids = [...(segmentIds ?? []), ...(excludedSegmentIds ?? [])];
  const known = await knownSegments(scope, listId, ids);
  const unknown = (field: string, given: readonly string[] | null | undefined): Issue[] =>
    (given ?? []).flatMap((id, index) =>
      known.has(id) ? [] : [{ path: [field, index], problem: 'must be the id of a segment of the list.' }],
    );
  const issues = [
    ...(found ? [] : [{ path: ['listId'], problem: 'must be the id of a list.' }]),
    ...[...(await templateProblems(scope, template === null && name ? [name] : [])).values()].map((problem) => ({
      path: ['template'],
      problem,
    })),
    ...(await liquidIssues(['subject'], links.subject, scope.team.id)),
    ...(await liquidIssues(['preheader'], links.preheader, scope.team.id)),
    ...(await liquidIssues(['text'], links.text, scope.team.id)),
    ...(found ? [...unknown('segmentIds', segmentIds), ...unknown('excludedSegmentIds', excludedSegmentIds)] : []),
    ...others,
  ];
  if (issues.length > 0) throw new ValidationError(issues);
  return {
    ...(template && { templateId: template.id }),
    ...(segmentIds !== undefined && { segmentIds: segmentIds ?? [] }),
    ...(excludedSegmentIds !== undefined && { excludedSegmentIds: excludedSegmentIds ?? [] }),
  };
}

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
