import { empty, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { oneOf, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection } from '../selection.ts';
import { AUTOMATION_STATUSES } from './automation-input.ts';
import { type Automation, readAutomations } from './automations.ts';

export const automationFilters = record({
  status: oneOf(AUTOMATION_STATUSES).nullish(),
  listId: idRule('a list').nullish(),
  search: text(255).nullish(),
});

/** The filters of a page of automations. */
export interface AutomationRequest extends PageRequest {
  status?: unknown;
  listId?: unknown;
  search?: unknown;
}

/** A page of the team's automations, newest first, by status, list or words of the name. Throws ValidationError. */
export function listAutomations(scope: Scope, request: AutomationRequest): Promise<Page<Automation>> {
  const { status, listId, search } = parse(automationFilters, request);
  return readSelection(scope, request, {
    from: sql`automations a`,
    id: sql`a.id`,
    where: sql`a.team_id = ${scope.team.id} and a.deleted_at is null
      ${status == null ? empty : sql`and a.status = ${status}::"AutomationStatus"`}
      ${listId == null ? empty : sql`and a.list_id = ${listId}::uuid`}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(a.name)`, search)}`}`,
    read: (ids) => readAutomations(scope, ids),
  });
}
