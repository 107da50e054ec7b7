import { empty, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { someOf } from '../../validation/some-of.ts';
import { oneOf, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { isAnyOf } from '../is-any-of.ts';
import { byName, byTime, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection } from '../selection.ts';
import { AUTOMATION_STATUSES } from './automation-input.ts';
import { type Automation, readAutomations } from './automations.ts';

export const AUTOMATION_ORDER_FIELDS = ['created_at', 'updated_at', 'name'] as const;

const ORDERS = { updated_at: byTime('updatedAt', sql`a.updated_at`), name: byName('name', sql`a.name`) };

export const automationFilters = record({
  status: oneOf(AUTOMATION_STATUSES).nullish(),
  statuses: someOf(AUTOMATION_STATUSES).nullish(),
  listId: idRule('a list').nullish(),
  search: text(255).nullish(),
  orderBy: orderBy(AUTOMATION_ORDER_FIELDS),
});

/** The filters and the order of a page of automations. */
export interface AutomationRequest extends PageRequest {
  status?: unknown;
  statuses?: unknown;
  listId?: unknown;
  search?: unknown;
  orderBy?: unknown;
}

/** A page of the team's automations, newest first by default, by status, list or words of the name. Throws ValidationError. */
export async function listAutomations(scope: Scope, request: AutomationRequest): Promise<Page<Automation>> {
  const { status, statuses, listId, search, ...asked } = parse(automationFilters, request);
  return readSelection(scope, request, {
    from: sql`automations a`,
    id: sql`a.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`a.team_id = ${scope.team.id} and a.deleted_at is null
      ${status == null ? empty : sql`and a.status = ${status}::"AutomationStatus"`}
      ${statuses == null ? empty : sql`and ${isAnyOf(sql`a.status`, statuses, sql`"AutomationStatus"`)}`}
      ${listId == null ? empty : sql`and a.list_id = ${listId}::uuid`}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(a.name)`, search)}`}`,
    read: (ids) => readAutomations(scope, ids),
  });
}
