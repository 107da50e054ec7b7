import { empty, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { byName, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection } from '../selection.ts';
import { type Media, readMediaByIds } from './media.ts';

export const MEDIA_ORDER_FIELDS = ['created_at', 'name'] as const;

const ORDERS = { name: byName('name', sql`m.name`) };

export const mediaFilters = record({ search: text(255).nullish(), orderBy: orderBy(MEDIA_ORDER_FIELDS) });

/** A page of the team's media, newest first by default, filtered by words of name and alt text. Throws ValidationError. */
export async function listMedia(
  scope: Scope,
  request: PageRequest & { search?: unknown; orderBy?: unknown },
): Promise<Page<Media>> {
  const { search, ...asked } = parse(mediaFilters, request);
  return readSelection(scope, request, {
    from: sql`media m`,
    id: sql`m.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`m.team_id = ${scope.team.id}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(m.name || ' ' || coalesce(m.alt, ''))`, search)}`}`,
    read: (ids) => readMediaByIds(scope, ids),
  });
}
