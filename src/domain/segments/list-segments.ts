import { empty, sql } from '../../database/connect.ts';
import type { Segment } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readList } from '../audience/lists.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection, readSelections, type Selection } from '../selection.ts';
import { readSegments } from './segments.ts';

export const segmentFilters = record({ search: text(255).nullish() });

/**
 * A page of the segments of a list, or of the team by default, newest first, filtered by words of the name. Throws
 * NotFoundError for the list, ValidationError.
 */
export async function listSegments(
  scope: Scope,
  listId: unknown,
  request: PageRequest & { search?: unknown },
): Promise<Page<Segment>> {
  const list = listId == null ? undefined : await readList(scope, listId);
  const { search } = parse(segmentFilters, request);
  const { where, ...selection } = segmentsOf(scope);
  return readSelection(scope, request, {
    ...selection,
    where: sql`${where}
      ${list === undefined ? empty : sql`and g.list_id = ${list.id}::uuid`}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(g.name)`, search)}`}`,
  });
}

/** The same page for each list, in the order of the ids. Throws ValidationError. */
export function listSegmentsOf(
  scope: Scope,
  listIds: readonly string[],
  request: PageRequest,
): Promise<Page<Segment>[]> {
  const { where, ...selection } = segmentsOf(scope);
  return readSelections(scope, listIds, request, { ...selection, where: sql`${where} and g.list_id = owner.id` });
}

const segmentsOf = (scope: Scope): Selection<Segment> => ({
  from: sql`segments g`,
  id: sql`g.id`,
  where: sql`g.team_id = ${scope.team.id}`,
  read: (ids) => readSegments(scope, ids),
});
