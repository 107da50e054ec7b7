import { empty, sql } from '../../database/connect.ts';
import type { Segment } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import { byName, byTime, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection, readSelections, type Selection } from '../selection.ts';
import { readSegments } from './segments.ts';

export const SEGMENT_ORDER_FIELDS = ['created_at', 'updated_at', 'name'] as const;

const ORDERS = { updated_at: byTime('updatedAt', sql`g.updated_at`), name: byName('name', sql`g.name`) };

export const segmentFilters = record({ search: text(255).nullish(), orderBy: orderBy(SEGMENT_ORDER_FIELDS) });

/** The filter and the order of a page of segments. */
export interface SegmentRequest extends PageRequest {
  search?: unknown;
  orderBy?: unknown;
}

/**
 * A page of the segments of a list, or of the team without one, newest first by default, filtered by words of the name.
 * Throws NotFoundError for the list, ValidationError.
 */
export async function listSegments(scope: Scope, listId: unknown, request: SegmentRequest): Promise<Page<Segment>> {
  const list = listId == null ? undefined : await readList(scope, listId);
  const { where, ...selection } = segmentsOf(scope, request);
  return readSelection(scope, request, {
    ...selection,
    where: sql`${where}
      ${list === undefined ? empty : sql`and g.list_id = ${list.id}::uuid`}`,
  });
}

/** The same page for each list, in the order of the ids. Throws ValidationError. */
export async function listSegmentsOf(
  scope: Scope,
  listIds: readonly string[],
  request: SegmentRequest,
): Promise<Page<Segment>[]> {
  const { where, ...selection } = segmentsOf(scope, request);
  return readSelections(scope, listIds, request, { ...selection, where: sql`${where} and g.list_id = owner.id` });
}

function segmentsOf(scope: Scope, request: SegmentRequest): Selection<Segment> {
  const { search, ...asked } = parse(segmentFilters, request);
  return {
    from: sql`segments g`,
    id: sql`g.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`g.team_id = ${scope.team.id}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(g.name)`, search)}`}`,
    read: (ids) => readSegments(scope, ids),
  };
}
