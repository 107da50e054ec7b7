import { empty, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { isAnyOf } from '../is-any-of.ts';
import { byName, byTime, nullable, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelection, readSelections, type Selection } from '../selection.ts';
import { IMPORT_STATUSES, type Import } from './imports.ts';

export const IMPORT_ORDER_FIELDS = ['created_at', 'finished_at', 'file_name'] as const;

const ORDERS = {
  finished_at: nullable(byTime('finishedAt', sql`i.finished_at`)),
  file_name: byName('fileName', sql`i.file_name`),
};

export const importFilters = record({
  status: oneOf(IMPORT_STATUSES).nullish(),
  statuses: someOf(IMPORT_STATUSES).nullish(),
  listId: idRule('a list').nullish(),
  orderBy: orderBy(IMPORT_ORDER_FIELDS),
});

/** The filters and the order of a page of imports. */
export interface ImportRequest extends PageRequest {
  status?: unknown;
  statuses?: unknown;
  listId?: unknown;
  orderBy?: unknown;
}

/** A page of the team's imports, newest first by default, filtered by list or status. Throws ValidationError. */
export const listImports = async (scope: Scope, request: ImportRequest): Promise<Page<Import>> =>
  readSelection(scope, request, importsOf(scope, request));

/** The same page for each list, in the order of the ids. Throws ValidationError. */
export async function listImportsOf(
  scope: Scope,
  listIds: readonly string[],
  request: ImportRequest,
): Promise<Page<Import>[]> {
  const { where, ...selection } = importsOf(scope, request);
  return readSelections(scope, listIds, request, { ...selection, where: sql`${where} and i.list_id = owner.id` });
}

function importsOf(scope: Scope, request: ImportRequest): Selection<Import> {
  const { status, statuses, listId, ...asked } = parse(importFilters, request);
  return {
    from: sql`imports i`,
    id: sql`i.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`i.team_id = ${scope.team.id}
      ${status == null ? empty : sql`and i.status = ${status}::"ImportStatus"`}
      ${statuses == null ? empty : sql`and ${isAnyOf(sql`i.status`, statuses, sql`"ImportStatus"`)}`}
      ${listId == null ? empty : sql`and i.list_id = ${listId}::uuid`}`,
    read: (ids) => scope.db.import.findMany({ where: { teamId: scope.team.id, id: { in: ids } } }),
  };
}
