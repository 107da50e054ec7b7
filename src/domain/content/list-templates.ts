import { empty, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { byName, byTime, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection } from '../selection.ts';
import { readTemplates, type Template } from './templates.ts';

export const TEMPLATE_ORDER_FIELDS = ['created_at', 'updated_at', 'name'] as const;

const ORDERS = { updated_at: byTime('updatedAt', sql`t.updated_at`), name: byName('name', sql`t.name`) };

export const templateFilters = record({ search: text(255).nullish(), orderBy: orderBy(TEMPLATE_ORDER_FIELDS) });

/** A page of the team's templates, newest first by default, filtered by words of the name. Throws ValidationError. */
export async function listTemplates(
  scope: Scope,
  request: PageRequest & { search?: unknown; orderBy?: unknown },
): Promise<Page<Template>> {
  const { search, ...asked } = parse(templateFilters, request);
  return readSelection(scope, request, {
    from: sql`templates t`,
    id: sql`t.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`t.team_id = ${scope.team.id}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(t.name)`, search)}`}`,
    read: (ids) => readTemplates(scope, ids),
  });
}
