import { empty, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { isAnyOf } from '../is-any-of.ts';
import { byEnum, byName, byTime, nullable, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection, readSelections, type Selection } from '../selection.ts';
import { CAMPAIGN_STATUSES } from './campaign-input.ts';
import { type Campaign, readCampaigns } from './campaigns.ts';

export const CAMPAIGN_ORDER_FIELDS = ['created_at', 'updated_at', 'started_at', 'name', 'status'] as const;

const ORDERS = {
  updated_at: byTime('updatedAt', sql`c.updated_at`),
  started_at: nullable(byTime('startedAt', sql`c.started_at`)),
  name: byName('name', sql`c.name`),
  status: byEnum('status', sql`c.status`, CAMPAIGN_STATUSES, sql`"CampaignStatus"`),
};

export const campaignFilters = record({
  status: oneOf(CAMPAIGN_STATUSES).nullish(),
  statuses: someOf(CAMPAIGN_STATUSES).nullish(),
  listId: idRule('a list').nullish(),
  seriesId: idRule('a campaign').nullish(),
  search: text(255).nullish(),
  orderBy: orderBy(CAMPAIGN_ORDER_FIELDS),
});

/** The filters and the order of a page of campaigns. */
export interface CampaignRequest extends PageRequest {
  status?: unknown;
  statuses?: unknown;
  listId?: unknown;
  /** Only the occurrences of this campaign. */
  seriesId?: unknown;
  search?: unknown;
  orderBy?: unknown;
}

/**
 * A page of the team's campaigns, newest first by default, filtered by status, list or words of the name. Throws
 * ValidationError.
 */
export const listCampaigns = async (scope: Scope, request: CampaignRequest): Promise<Page<Campaign>> =>
  readSelection(scope, request, campaignsOf(scope, request));

/** Condition: a campaign `c` belongs to the row `owner`. */
const OWNED = {
  list: sql`c.list_id = owner.id`,
  template: sql`(c.template_id = owner.id or c.test -> 'variants' @> jsonb_build_array(jsonb_build_object('templateId', owner.id)))`,
  segment: sql`c.segment_ids @> array[owner.id]`,
} satisfies Record<string, Sql>;

/** The same page for each list, template or segment, in the order of the ids. Throws ValidationError. */
export async function listCampaignsOf(
  scope: Scope,
  kind: keyof typeof OWNED,
  ownerIds: readonly string[],
  request: CampaignRequest,
): Promise<Page<Campaign>[]> {
  const { where, ...selection } = campaignsOf(scope, request);
  return readSelections(scope, ownerIds, request, { ...selection, where: sql`${where} and ${OWNED[kind]}` });
}

function campaignsOf(scope: Scope, request: CampaignRequest): Selection<Campaign> {
  const { status, statuses, listId, seriesId, search, ...asked } = parse(campaignFilters, request);
  return {
    from: sql`campaigns c`,
    id: sql`c.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`c.team_id = ${scope.team.id}
      ${status == null ? empty : sql`and c.status = ${status}::"CampaignStatus"`}
      ${statuses == null ? empty : sql`and ${isAnyOf(sql`c.status`, statuses, sql`"CampaignStatus"`)}`}
      ${listId == null ? empty : sql`and c.list_id = ${listId}::uuid`}
      ${seriesId == null ? empty : sql`and c.series_id = ${seriesId}::uuid`}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(c.name)`, search)}`}`,
    read: (ids) => readCampaigns(scope, ids),
  };
}
